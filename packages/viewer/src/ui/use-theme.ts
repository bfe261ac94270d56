import { useEffect, useState } from "preact/hooks";

export interface Theme {
  /** `light` or `dark`: what is in force. */
  readonly name: string;
  readonly onToggle: () => void;
}

/** Light or dark: as the system has it, until someone says otherwise. */
export function useTheme(): Theme {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const [system, setSystem] = useState(dark.matches ? "dark" : "light");
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    const listener = (): void => setSystem(dark.matches ? "dark" : "light");
    dark.addEventListener("change", listener);
    return () => dark.removeEventListener("change", listener);
  }, []);
  const name = chosen ?? system;
  document.documentElement.dataset["theme"] = name;
  return { name, onToggle: () => setChosen(name === "dark" ? "light" : "dark") };
}
