// What was done: a list of named states, one of which is now. Maps are shared between them, so that going back is
// cheap.
import type { WarrenMap } from "./map";

export interface Done {
  readonly name: string;
  readonly map: WarrenMap;
  /** What it is a part of, where one gesture makes several states; and when it was made. */
  readonly gesture?: string;
  readonly when?: number;
}

const ONE_GESTURE = 1200; // milliseconds between two states that are undone together

export class History {
  private list: Done[];
  private at = 0;

  constructor(first: Done) {
    this.list = [first];
  }

  get now(): WarrenMap {
    return this.list[this.at].map;
  }

  get entries(): readonly Done[] {
    return this.list;
  }

  get index(): number {
    return this.at;
  }

  /** What goes on with the gesture of the state before takes its place. */
  do(name: string, map: WarrenMap, gesture?: string): void {
    const when = performance.now(), former = this.list[this.at];
    if (gesture && former.gesture === gesture && when - (former.when ?? 0) < ONE_GESTURE && this.at === this.list.length - 1) {
      this.list = [...this.list.slice(0, this.at), { name, map, gesture, when }];
      return;
    }
    this.list = [...this.list.slice(0, this.at + 1), { name, map, gesture, when }];
    this.at++;
  }

  go(index: number): boolean {
    if (index < 0 || index >= this.list.length || index === this.at) return false;
    this.at = index;
    return true;
  }

  get undoes(): string | null {
    return this.at > 0 ? this.list[this.at].name : null;
  }

  get redoes(): string | null {
    return this.at + 1 < this.list.length ? this.list[this.at + 1].name : null;
  }
}
