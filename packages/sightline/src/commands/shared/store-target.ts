/** The stores that targets can name, as `@sightline/stores` has them; that is loaded only when one is opened. */
export const storeNames: readonly string[] = ["yjs", "automerge", "loro", "tinybase", "pouchdb", "json-joy"];

/** Whether the argument names a store, such as `yjs:map`. A module (`js:./my-store.ts`) may be one, too. */
export const namesStore = (argument: string): boolean =>
  storeNames.some((name) => argument === name || argument.startsWith(`${name}:`));
