/* A list of work dealt out to several machines, by the list alone: none asks another. */
#ifndef WR_CORE_BASE_SHARD_H
#define WR_CORE_BASE_SHARD_H

#include "core/core.h"

/* Which of `total` units of like weight a shard has: how many, and the first of them. */
uint64_t wr_shard_range(wr_shard shard, uint64_t total, uint64_t *first);

struct wr_shard_unit {
    uint64_t size;  /* bytes: what stands for the work it is */
    size_t place;   /* in the list of work; no two the same */
    uint32_t shard; /* whose it is, from 1: set by wr_shard_deal */
};

/* Deals units out, the largest first, each to the shard with the least so far: the largest
 * shard has at most the mean and one unit more. They end in the order of their places. False:
 * no memory. */
bool wr_shard_deal(struct wr_shard_unit *units, size_t count, uint32_t shards);
/* Deals out `count` things of `each` bytes in memory by what they weigh, and leaves those of
 * one shard, in their order. {0}: all of them. False: no memory. */
bool wr_shard_take(wr_shard shard, const uint64_t *weights, void *things, size_t *count,
                   size_t each);

#endif
