import type { ViewerDocument } from "../document/document.js";
import { HISTORY_CLASS } from "../page/names.js";
import { unpackText } from "../document/compress.js";
import { textsOf } from "../document/texts.js";
import type { Office } from "../work/office.js";
import { type Loaded, loadDocument } from "./loaded.js";

/** A history that can be shown: one of a page's, or of a file's. */
export interface Entry {
  readonly title: string;
  readonly verdict?: string | undefined;
  load(): Promise<Loaded>;
}

/** The histories that a page carries, violations first. */
export function entriesOfPage(page: ParentNode): readonly Entry[] {
  const entries = [...page.querySelectorAll<HTMLElement>(`.${HISTORY_CLASS}`)].map((element): Entry => {
    const { title = "", verdict } = element.dataset;
    return {
      title,
      verdict,
      load: async () =>
        loadDocument(JSON.parse(await unpackText(element.textContent ?? "")) as ViewerDocument),
    };
  });
  const rank = ({ verdict }: Entry): number => (verdict === "violated" ? 0 : verdict === "unknown" ? 1 : 2);
  return entries.sort((a, b) => rank(a) - rank(b));
}

/** The histories of a file or text. Rejects with the reason where there is none to show. */
export async function readText(
  office: Office,
  bytes: Uint8Array,
  file: string,
  type: string | undefined,
): Promise<readonly Entry[]> {
  const { items } = await office.ask("read", { bytes, file, type });
  const good = items.flatMap(({ history }) => (history === undefined ? [] : [history]));
  if (good.length === 0) throw new Error(items[0]?.error ?? "there is no history in it");
  return good.map((history, at) => {
    const title = history.name ?? (good.length === 1 ? file : `${file}[${at}]`);
    return {
      title,
      load: async () => ({
        title,
        history,
        texts: textsOf(history),
        type,
        criterion: undefined,
        result: undefined,
      }),
    };
  });
}
