import { useEffect } from "preact/hooks";

/** Takes what is pasted anywhere but where one writes: a file, or a text. */
export function usePaste(onFile: (file: File) => void, onText: (text: string) => void): void {
  const paste = (event: ClipboardEvent): void => {
    const { target, clipboardData } = event;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    const file = clipboardData?.files[0];
    const text = clipboardData?.getData("text/plain") ?? "";
    if (file !== undefined) onFile(file);
    else if (text.trim() !== "") onText(text);
  };
  useEffect(() => {
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  });
}
