import type { ComponentChildren } from "preact";

export interface TabsProps<Name extends string> {
  /** Name → title, in their order. */
  readonly tabs: readonly (readonly [Name, string])[];
  readonly shown: Name;
  readonly onShow: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Tabs over a panel; the arrow keys go from one to the next. */
export function Tabs<Name extends string>({ tabs, shown, onShow, children }: TabsProps<Name>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(([name]) => name === shown);
    const [next] = tabs[(at + by + tabs.length) % tabs.length];
    onShow(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" onKeyDown={onKeyDown}>
        {tabs.map(([name, title]) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`tab-${name}`}
            tabIndex={shown === name ? 0 : -1}
            aria-selected={shown === name}
            aria-controls="panel"
            onClick={() => onShow(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${shown}`} tabIndex={0}>
        {children}
      </div>
    </>
  );
}
