import type { History } from "@sightline/core";
import { useEffect, useState } from "preact/hooks";
import type { Texts } from "../document/texts.js";
import { count } from "../text/clip.js";

export interface OperationsProps {
  readonly history: History;
  readonly texts: Texts;
  readonly ids: readonly number[];
  readonly core: ReadonlySet<number>;
  readonly selected: number;
  readonly onSelect: (id: number) => void;
}

const PAGE = 100;

/** Operations as a table: all that the drawing shows, for those who would rather read. */
export function Operations({ history, texts, ids, core, selected, onSelect }: OperationsProps) {
  const [from, setFrom] = useState(0);
  useEffect(() => setFrom(0), [ids]);
  const shown = ids.slice(from, from + PAGE);
  return (
    <section>
      <div class="row">
        <h3>{count(ids.length, "operation")}</h3>
        {ids.length > PAGE && (
          <div class="group">
            <button type="button" disabled={from === 0} onClick={() => setFrom(from - PAGE)}>
              Earlier
            </button>
            <button type="button" disabled={from + PAGE >= ids.length} onClick={() => setFrom(from + PAGE)}>
              Later
            </button>
          </div>
        )}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">id</th>
            <th scope="col">operation</th>
            <th scope="col">session</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((id) => (
            <tr key={id} class={id === selected ? "current" : ""}>
              <td>
                <button type="button" class="link" onClick={() => onSelect(id)}>
                  #{id}
                </button>
              </td>
              <td>
                <code>{texts.of(id)}</code>
                {core.has(id) && <span class="kind core">core</span>}
              </td>
              <td>{history.sessions[history.session[id]]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
