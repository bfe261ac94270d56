import { useState } from "preact/hooks";

export interface OpenProps {
  /** The types to choose from. */
  readonly types: readonly string[];
  readonly onText: (text: string, title: string, type: string | undefined) => void;
  readonly onFile: (file: File, type: string | undefined) => void;
  readonly error: string | undefined;
}

/** Histories to begin with. */
export const examples: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: "A stale read",
    text: "register { write(1) @0-10; read() => 0 @12-20 } || { write(0) @1-5; read() => 1 @6-11 }",
  },
  {
    title: "Two queues, each fine by itself",
    text: "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }",
  },
  {
    title: "Store buffering",
    text: "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }",
  },
  {
    title: "A map that is only monotonic",
    text: "map { put(1,0) => null; containsValue(0) => false } || { put(0,0) => null; put(1,1) => 0 }",
  },
  {
    title: "A set that forgets",
    text: "set { add(1) => true } || { contains(1) => true; add(2) => true } || { contains(2) => true; contains(1) => false }",
  },
];

/** Where a history comes from: a file, a text, an example. */
export function Open({ types, onText, onFile, error }: OpenProps) {
  const [text, setText] = useState("");
  const [type, setType] = useState("");
  const chosen = type === "" ? undefined : type;
  return (
    <section class="open">
      <h2>Look at a history</h2>
      <p>
        Drop or paste a file or a text anywhere on this page, or choose one, in any format that{" "}
        <code>check</code> reads: Sightline's JSON and notation, Jepsen, Porcupine, etcd, ViSearch, litmus7,
        OpenTelemetry, Lincheck, dbcop and others; packed by gzip or not. It stays on this machine: the page
        loads nothing and sends nothing.
      </p>
      <div class="fields">
        <label>
          File{" "}
          <input
            type="file"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file !== undefined) onFile(file, chosen);
            }}
          />
        </label>
        <label>
          Type{" "}
          <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
            <option value="">as the history says</option>
            {types.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <label>
        Or a text, in any of these formats
        <textarea
          rows={6}
          spellcheck={false}
          value={text}
          placeholder="register { write(1); read() => 0 } || { write(2) }"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        class="primary"
        disabled={text.trim() === ""}
        onClick={() => onText(text, "text", chosen)}
      >
        Check it
      </button>
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <h3>Or an example</h3>
      <ul class="examples">
        {examples.map(({ title, text }) => (
          <li key={title}>
            <button type="button" class="link" onClick={() => onText(text, title, undefined)}>
              {title}
            </button>
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
