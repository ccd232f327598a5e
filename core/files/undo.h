/* What is half-made, and is taken back where the process is ended from outside. */
#ifndef WR_CORE_FILES_UNDO_H
#define WR_CORE_FILES_UNDO_H

/* Something half-made: what takes it back. */
struct wr_undo {
    struct wr_undo *newer, *older;
    void (*run)(struct wr_undo *);
};

/* All that makes, moves or removes what may be taken back does so between lock and unlock; the
 * other three are called there. */
void wr_undo_lock(void);
void wr_undo_unlock(void);
/* Many threads at once may make files in a folder of their own, or move them out of it, between
 * these, while nobody has the lock. */
void wr_undo_share(void);
void wr_undo_unshare(void);
void wr_undo_add(struct wr_undo *undo);
void wr_undo_forget(struct wr_undo *undo);
/* Takes back what was added and not forgotten, the newest first. Whoever ends the process calls
 * it and keeps the lock: nobody makes or moves anything any more. */
void wr_undo_all(void);

#endif
