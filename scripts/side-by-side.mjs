// side-by-side.mjs COMMAND…: runs commands at the same time. The last one speaks as it goes, what the others say is
// printed when each has ended. Fails where one does, after all have ended, and names those that did.
import { spawn } from "node:child_process";

const commands = process.argv.slice(2);

const run = (command, at) =>
  new Promise((resolve) => {
    const speaks = at === commands.length - 1 ? "inherit" : "pipe";
    const child = spawn(command, { shell: true, stdio: ["ignore", speaks, speaks] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(chunk));
    child.on("close", (code, signal) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0 ? [] : [`failed (${signal ?? code}): ${command}`]);
    });
  });

const failures = (await Promise.all(commands.map(run))).flat();
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
