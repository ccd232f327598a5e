// Asking the worker: answers come in the order of the questions. A worker that ends is started again with the files
// it had.
import type { Answered, Finding, Question, Questions } from "./answers";

export interface Reply<T> {
  ok: boolean;
  result: string;
  answer: T;
  findings: Finding[];
  milliseconds: number;
}

/** A module that is taken apart, and the folder its kit comes to lie in. */
export interface Module {
  path: string;
  folder: string;
}

interface Waiting {
  resolve(reply: Reply<never>): void;
}

const MOST_ENDS = 3;

export class Asking {
  private worker!: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly files: Record<string, Uint8Array | string> = {};
  private readonly kits: string[] = [];
  private readonly modules: Module[] = [];
  private next = 1;
  private ended = 0; // times in a row, with no answer in between
  /** Told when the worker was started again, and why; and when it ends whatever is done. */
  onrestart: (why: string) => void = () => {};
  onend: (why: string) => void = () => {};

  constructor(private readonly code: string, private readonly wasm: string) {
    this.start();
  }

  private start(): void {
    const url = URL.createObjectURL(new Blob([this.code], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({ data }: MessageEvent<Answered & { fault?: string }>) => this.take(data);
    this.worker.onerror = (event) => this.restart(event.message || "it ended");
    this.worker.postMessage({ wasm: this.wasm });
  }

  private take(data: Answered & { fault?: string }): void {
    const waiting = this.waiting.get(data.id);
    if (!waiting) return;
    this.waiting.delete(data.id);
    if (data.fault) {
      this.end(waiting);
      this.restart(data.fault);
      return;
    }
    this.ended = 0;
    waiting.resolve({ ...data, ok: data.result === "ok" } as unknown as Reply<never>);
  }

  private end(waiting: Waiting): void {
    waiting.resolve({ ok: false, result: "ended", answer: null as never, findings: [], milliseconds: 0 });
  }

  /** Ends what is asked, all of it, and begins anew with the same files and kits. */
  restart(why: string): void {
    this.worker.terminate();
    for (const waiting of this.waiting.values()) this.end(waiting);
    this.waiting.clear();
    if (++this.ended > MOST_ENDS) return this.onend(why);
    this.start();
    void this.ask("files", { files: { ...this.files } });
    for (const module of this.modules) void this.ask("module", module);
    for (const path of this.kits) void this.ask("kit", { path });
    this.onrestart(why);
  }

  ask<Q extends Question>(question: Q, given: Questions[Q]["given"]): Promise<Reply<Questions[Q]["answer"]>> {
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, { resolve: resolve as Waiting["resolve"] });
      this.worker.postMessage({ id, question, given });
    });
  }

  async bring(files: Record<string, Uint8Array | string>): Promise<void> {
    Object.assign(this.files, files);
    await this.ask("files", { files });
  }

  async kit(path: string): Promise<Reply<Questions["kit"]["answer"]>> {
    const reply = await this.ask("kit", { path });
    if (reply.ok && !this.kits.includes(path)) this.kits.push(path);
    return reply;
  }

  async module(module: Module): Promise<Reply<Questions["module"]["answer"]>> {
    const reply = await this.ask("module", module);
    if (reply.ok && !this.modules.some(({ folder }) => folder === module.folder)) this.modules.push(module);
    return reply;
  }

  /** Files that a worker which is started again need not have. */
  forget(paths: readonly string[]): void {
    for (const path of paths) delete this.files[path];
  }

  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /** For good; what it was asked is answered by nobody. */
  stop(): void {
    this.worker.terminate();
    for (const waiting of this.waiting.values()) this.end(waiting);
    this.waiting.clear();
  }
}

/** Only the newest of questions of one kind waits; those it overtakes are never asked. */
export class Newest<G, A> {
  private running = false;
  private next: G | undefined;

  constructor(private readonly ask: (given: G) => Promise<A>, private readonly take: (answer: A, given: G) => void) {}

  want(given: G): void {
    this.next = given;
    if (!this.running) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.next !== undefined) {
      const given = this.next;
      this.next = undefined;
      const answer = await this.ask(given);
      this.take(answer, given);
    }
    this.running = false;
  }

  get idle(): boolean {
    return !this.running;
  }
}
