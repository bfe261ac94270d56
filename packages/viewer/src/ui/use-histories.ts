import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { Cancelled, type Office } from "../work/office.js";
import { type Entry, readText } from "./entries.js";
import type { Loaded } from "./loaded.js";

/** The histories that a page can show, the one that it shows, and what becomes of it. */
export interface Histories {
  readonly entries: readonly Entry[];
  /** The place of the one that is shown. */
  readonly entry: number;
  readonly loaded: Loaded | undefined;
  /** Whether another is being chosen. */
  readonly isOpening: boolean;
  /** The milliseconds that a check has taken so far; absent where none is under way. */
  readonly busy: number | undefined;
  readonly error: string | undefined;
  readonly setOpening: (opening: boolean) => void;
  readonly choose: (at: number) => void;
  readonly addText: (text: string, title: string, type?: string) => void;
  readonly addFile: (file: File, type?: string) => void;
  /** Shows it, and checks it. */
  readonly check: (asked: Loaded) => void;
  /** Shows it with the result that it has. */
  readonly replace: (next: Loaded) => void;
  readonly cancel: () => void;
}

/** Opens histories: those of the page, of its address, of files and texts; and checks those that nobody has. */
export function useHistories(
  given: readonly Entry[],
  newOffice: () => Office,
  onFragment: () => Promise<Loaded | undefined>,
): Histories {
  const office = useMemo(newOffice, []);
  const [entries, setEntries] = useState(given);
  const [entry, setEntry] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>();
  const [isOpening, setOpening] = useState(false);
  const [busy, setBusy] = useState<number>();
  const [error, setError] = useState<string>();
  const cancel = (): void => office.cancel();
  const tell = (failure: unknown): void => {
    if (!(failure instanceof Cancelled)) setError((failure as Error).message);
  };

  const check = useCallback(
    async (asked: Loaded): Promise<void> => {
      setLoaded(asked);
      setError(undefined);
      setBusy(0);
      try {
        const { history, type, criterion } = asked;
        const result = await office.ask("check", { history, type, criterion }, setBusy);
        setLoaded((now) => (now === asked ? { ...asked, criterion: result.criterion, result } : now));
      } catch (failure) {
        tell(failure);
      }
      setBusy(undefined);
    },
    [office],
  );
  /** Shows what was loaded, and checks it where nobody has. */
  const show = (next: Loaded): void => {
    cancel();
    setOpening(false);
    setError(undefined);
    if (next.result === undefined) void check(next);
    else setLoaded(next);
  };
  const choose = async (list: readonly Entry[], at: number): Promise<void> => {
    setEntry(at);
    try {
      show(await list[at].load());
    } catch (failure) {
      tell(failure);
    }
  };
  const add = async (bytes: Uint8Array, title: string, type: string | undefined): Promise<void> => {
    try {
      const found = await readText(office, bytes, title, type);
      setEntries(found);
      await choose(found, 0);
    } catch (failure) {
      tell(failure);
    }
  };

  useEffect(() => {
    const open = async (): Promise<void> => {
      try {
        const shared = await onFragment();
        if (shared !== undefined) show(shared);
        else if (entries.length > 0) await choose(entries, 0);
        else setOpening(true);
      } catch (failure) {
        setOpening(true);
        tell(failure);
      }
    };
    void open();
  }, []);

  return {
    entries,
    entry,
    loaded,
    isOpening,
    busy,
    error,
    setOpening,
    choose: (at) => void choose(entries, at),
    addText: (text, title, type) => void add(new TextEncoder().encode(text), title, type),
    addFile: (file, type) =>
      void file.arrayBuffer().then((bytes) => add(new Uint8Array(bytes), file.name, type), tell),
    check: (asked) => void check(asked),
    replace(next) {
      cancel();
      setLoaded(next);
    },
    cancel,
  };
}
