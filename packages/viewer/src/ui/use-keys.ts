import { useLayoutEffect } from "preact/hooks";

/** What keys do, wherever on the page they are pressed but where one writes. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Heeds keys: from the moment that what they did last is drawn, not only after. */
export function useKeys(keys: Keys): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  useLayoutEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
