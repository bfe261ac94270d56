import type { History, Result } from "@sightline/core";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Cancelled, type Office } from "../work/office.js";
import type { Loaded } from "./loaded.js";

export interface EditProps {
  readonly loaded: Loaded;
  readonly newOffice: () => Office;
  readonly onEdited: (history: History, result: Result) => void;
}

/** Longer histories are not for typing. */
const MOST = 2000;
/** The most seconds for a verdict while one types. */
const SECONDS = 3;

/** The history in the notation, to be changed: the verdict follows. */
export function Edit({ loaded, newOffice, onEdited }: EditProps) {
  const office = useMemo(newOffice, []);
  const [text, setText] = useState<string>();
  const [said, setSaid] = useState("");
  const latest = useRef(0);
  const tooLong = loaded.history.size > MOST;

  useEffect(() => {
    if (tooLong) return;
    office.ask("print", loaded.history).then(setText, () => {});
    return () => office.cancel();
  }, []);

  const change = async (next: string): Promise<void> => {
    setText(next);
    const mine = ++latest.current;
    office.cancel();
    try {
      const { type, criterion } = loaded;
      const bytes = new TextEncoder().encode(next);
      const { items } = await office.ask("read", { bytes, file: "text", type });
      const [{ history, error }] = items;
      if (history === undefined) throw new Error(error);
      const result = await office.ask("check", { history, type, criterion, seconds: SECONDS });
      if (mine !== latest.current) return;
      setSaid("");
      onEdited(history, result);
    } catch (failure) {
      if (!(failure instanceof Cancelled) && mine === latest.current) setSaid((failure as Error).message);
    }
  };

  if (tooLong)
    return (
      <p class="muted">A history of more than {MOST.toLocaleString("en")} operations is not edited here.</p>
    );
  return (
    <section>
      <h3>Edit, and see the verdict change</h3>
      <textarea
        rows={14}
        spellcheck={false}
        aria-label="The history in the notation"
        aria-describedby="edit-said"
        value={text ?? ""}
        disabled={text === undefined}
        onInput={(event) => void change(event.currentTarget.value)}
      />
      <p id="edit-said" class="error" role="status">
        {said}
      </p>
      <p class="muted">
        Sessions in braces, <code>||</code> between them; <code>=&gt;</code> before a result,{" "}
        <code>@0-10</code> for when it ran, <code>?</code> before what may not have taken effect.
      </p>
    </section>
  );
}
