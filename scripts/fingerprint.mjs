import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";

/** A digest of the names and contents of all files in the given files and folders. What is missing counts too. */
export function fingerprint(paths) {
  const digest = createHash("sha256");
  for (const path of paths) addTo(digest, path);
  return digest.digest("hex");
}

function addTo(digest, path) {
  const found = statSync(path, { throwIfNoEntry: false });
  digest.update(`${path}\0${found?.isFile() ? found.size : ""}\0`);
  if (found?.isDirectory()) for (const name of readdirSync(path).sort()) addTo(digest, `${path}/${name}`);
  else if (found !== undefined) digest.update(readFileSync(path));
}
