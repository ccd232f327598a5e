// Where work is kept between visits: a database of the browser, shared by all local pages, under a name of our own.
import type { Module } from "./asking";

const NAME = "warren-studio";

export interface Kept {
  id: string;
  map: string;
  when: number;
  /** Kits that were brought, by path. */
  files: Record<string, Uint8Array>;
  kits: string[];
  /** Those that were taken apart; work of former visits has none. */
  modules?: Module[];
  pinned?: string[];
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("work", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Throws where the browser has no room, or lets nothing be kept. */
export async function keep(work: Kept): Promise<void> {
  const database = await opened();
  try {
    await done(database.transaction("work", "readwrite").objectStore("work").put(work));
  } finally {
    database.close();
  }
}

export async function latest(): Promise<Kept | null> {
  const database = await opened();
  try {
    const all = await done<Kept[]>(database.transaction("work").objectStore("work").getAll());
    return all.sort((a, b) => b.when - a.when)[0] ?? null;
  } finally {
    database.close();
  }
}
