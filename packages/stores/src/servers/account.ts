import { outputOf } from "./program.js";

/** Who runs a server that refuses to be root: another account where we are root. */
export async function accountOf(
  name: string,
): Promise<{ readonly name: string; readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => outputOf("id", [flag, name])));
  return { name, uid: Number(uid), gid: Number(gid) };
}
