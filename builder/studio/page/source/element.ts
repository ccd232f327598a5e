// Making elements: what comes from files is only ever text.

type Properties = Record<string, unknown>;
type Child = Node | string | null | undefined | false;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Properties = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden" || name === "selected")
      (element as unknown as Properties)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

export const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

export function fill(element: HTMLElement, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Whether somebody is typing, and keys mean letters. */
export function isTyping(event: Event): boolean {
  const target = event.target as HTMLElement | null;
  return Boolean(target?.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]"));
}
