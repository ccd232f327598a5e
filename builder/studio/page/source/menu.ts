// Menus that open below a button.
import { byId, fill, h } from "./element";

export interface Item {
  label: string;
  note?: string;
  current?: boolean;
  act(): void;
}

export function menu(button: HTMLElement, items: readonly Item[]): void {
  const place = byId("menu");
  const close = (back: boolean) => {
    place.hidden = true;
    document.removeEventListener("pointerdown", outside, true);
    if (back) button.focus();
  };
  const outside = (event: Event) => {
    if (!place.contains(event.target as Node)) close(false);
  };
  fill(place, ...items.map(({ label, note, current, act }) => h("button", {
    type: "button", role: "menuitem", "aria-current": current ? "true" : undefined,
    onclick: () => {
      close(true);
      act();
    },
  }, label, note && h("small", {}, note))));
  place.onkeydown = (event) => {
    const all = [...place.querySelectorAll("button")], at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "ArrowDown") all[(at + 1) % all.length].focus();
    else if (event.key === "ArrowUp") all[(at - 1 + all.length) % all.length].focus();
    else if (event.key === "Escape") close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const box = button.getBoundingClientRect();
  place.style.top = `${box.bottom + 4}px`;
  place.style.right = `${Math.max(8, window.innerWidth - box.right)}px`;
  place.hidden = false;
  (place.querySelector<HTMLElement>("[aria-current]") ?? place.querySelector("button"))?.focus();
  document.addEventListener("pointerdown", outside, true);
}
