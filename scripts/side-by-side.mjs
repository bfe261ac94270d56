// side-by-side.mjs COMMAND…: runs commands at the same time, and prints what each says when it has ended. Fails where
// one does, after all have ended.
import { spawn } from "node:child_process";

const run = (command) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(chunk));
    child.on("close", (code, signal) => {
      process.stdout.write(Buffer.concat(said));
      if (code !== 0) console.error(`failed (${signal ?? code}): ${command}`);
      resolve(code === 0);
    });
  });

const held = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = held.every(Boolean) ? 0 : 1;
