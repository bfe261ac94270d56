import { type History, shorten } from "@sightline/core";
import type { Texts } from "../document/texts.js";
import { count } from "../text/clip.js";
import { visible } from "../text/visible.js";
import { usePage } from "./use-page.js";

export interface OperationsProps {
  readonly history: History;
  readonly texts: Texts;
  readonly ids: readonly number[];
  readonly core: ReadonlySet<number>;
  readonly selected: number;
  readonly onSelect: (id: number) => void;
}

/** Operations as a table: all that the drawing shows, for those who would rather read. */
export function Operations({ history, texts, ids, core, selected, onSelect }: OperationsProps) {
  const { shown, turn } = usePage(ids);
  return (
    <section>
      <div class="row">
        <h3>{count(ids.length, "operation")}</h3>
        {turn}
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
                <code>{shorten(texts.of(id))}</code> {core.has(id) && <span class="kind core">core</span>}
              </td>
              <td>{visible(shorten(String(history.sessions[history.session[id]])))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
