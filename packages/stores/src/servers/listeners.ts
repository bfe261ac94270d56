import { readdir, readFile, readlink } from "node:fs/promises";

/** The addresses that these processes listen at, as `/proc` tells: `127.0.0.1:6379`. Linux only. */
export async function listenersOf(pids: readonly number[]): Promise<readonly string[]> {
  const sockets = new Set((await Promise.all(pids.map(socketsOf))).flat());
  const tables = await Promise.all(["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8")));
  return tables.flatMap((table) =>
    table
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(inode))
      .map(([, address]) => readAddress(address)),
  );
}

const LISTENING = "0A";

/** The numbers of the sockets that a process has open. */
async function socketsOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []); // it may have ended
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => "")));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/** An address as the kernel writes it: each four bytes the wrong way round. */
function readAddress(text: string): string {
  const [address, port] = text.split(":");
  const bytes = (address.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).toReversed());
  const host =
    bytes.length === 4
      ? bytes.map((byte) => Number.parseInt(byte, 16)).join(".")
      : (bytes.join("").match(/.{4}/g) ?? []).join(":");
  return `${host}:${Number.parseInt(port, 16)}`;
}
