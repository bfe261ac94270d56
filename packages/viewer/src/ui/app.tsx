import { useState } from "preact/hooks";
import { toFragment } from "../document/share.js";
import type { Office } from "../work/office.js";
import type { Entry } from "./entries.js";
import { Header } from "./header.js";
import { documentOf, type Loaded } from "./loaded.js";
import { Open } from "./open.js";
import { Shown } from "./shown.js";
import { useCatalogue } from "./use-catalogue.js";
import { useHistories } from "./use-histories.js";
import { usePaste } from "./use-paste.js";
import { useTheme } from "./use-theme.js";

export interface AppProps {
  readonly entries: readonly Entry[];
  readonly newOffice: () => Office;
  /** Whether the page has a document to read besides. */
  readonly hasReport: boolean;
  readonly onReport: () => void;
  readonly onSave: (document: ReturnType<typeof documentOf>) => Promise<void>;
  readonly onFragment: () => Promise<Loaded | undefined>;
}

/** The whole page: a history, or where to get one. Files and texts can be dropped and pasted anywhere. */
export function App(props: AppProps) {
  const { newOffice } = props;
  const histories = useHistories(props.entries, newOffice, props.onFragment);
  const { loaded, isOpening, addText, addFile } = histories;
  const theme = useTheme();
  const catalogue = useCatalogue(newOffice);
  const [isDropping, setDropping] = useState(false);
  usePaste(addFile, (text) => addText(text, "pasted"));
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setDropping(false);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file !== undefined) addFile(file);
    else if (text) addText(text, "text");
  };
  return (
    <div
      class={`app${isDropping ? " dropping" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={onDrop}
    >
      <Header
        {...props}
        entries={histories.entries}
        entry={histories.entry}
        onChoose={histories.choose}
        loaded={loaded}
        isOpening={isOpening}
        onOpen={() => histories.setOpening(!isOpening)}
        theme={theme}
        share={async () => (loaded === undefined ? "" : toFragment(documentOf(loaded)))}
      />
      {isOpening || loaded === undefined ? (
        <Open types={catalogue.types} error={histories.error} onText={addText} onFile={addFile} />
      ) : (
        <Shown
          key={loaded.title + histories.entry}
          criteria={catalogue.criteria}
          loaded={loaded}
          newOffice={newOffice}
          busy={histories.busy}
          error={histories.error}
          theme={theme.name}
          onCancel={histories.cancel}
          onCheck={histories.check}
          onReplace={histories.replace}
        />
      )}
    </div>
  );
}
