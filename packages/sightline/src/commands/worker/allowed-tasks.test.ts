import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCluster } from "@sightline/fleet";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { expect, test } from "vitest";
import type { Task } from "../shared/tasks/task-means.js";
import { allowedOf, allowTask } from "./allowed-tasks.js";

const folder = scratchFolder();
const [own, other] = ["own", "other"].map((name) => join(folder, `${name}.mjs`));
writeFileSync(own, "export default {};\n");
const { moduleOf } = await loadCluster();

const runs = (data: object): Task => ({
  key: "k",
  kind: "measure-runs",
  data: { first: 0, count: 1, ...data },
});
const stress = (data: object): Task => ({ key: "k", kind: "stress-program", data: { options: {}, ...data } });
const module = moduleOf(own);

test("a task that brings or names code which a worker does not allow is refused", async () => {
  const allowed = allowedOf([`js:${own}`, "java:com.example.Cache"]);
  for (const [task, reason] of [
    [{ key: "k", kind: "eval", data: {} }, "it asks for eval"],
    [
      runs({ target: "redis:map", options: { addresses: ["redis://10.0.0.1"] } }),
      "names servers by their addresses",
    ],
    [runs({ target: "js:./a.mjs", options: {} }), "is no store that Sightline knows"],
    [
      runs({ target: "js:a", options: {}, module: { ...module, name: "other.mjs" } }),
      "it needs the module other.mjs",
    ],
    [
      runs({ target: "js:a", options: {}, module: { ...module, sha256: "00" } }),
      "is another than the worker's",
    ],
    [stress({ target: "js:own.mjs" }), "is no store that Sightline knows"],
    [stress({ target: "java:java.lang.Runtime" }), "it needs the class java.lang.Runtime; allow it there"],
    [stress({ target: "java:java.util.concurrent.ForkJoinPool" }), "it needs the class"],
  ] as const)
    await expect(allowTask(task, allowed)).rejects.toThrow(reason);
});

test("what is allowed is done with the worker's own files, packages and class path", async () => {
  const allowed = allowedOf([own, "java:com.example.Cache"]);
  const store = await allowTask(
    runs({ target: `js:${other}`, options: { seed: 2, folder: "/etc", loadModule: "x" }, module }),
    allowed,
  );
  expect(store.data).toMatchObject({ target: `js:${own}`, options: { seed: 2 } });
  expect(Object.keys(store.data.options)).toEqual(["seed"]);
  const object = await allowTask(
    stress({ target: "js:elsewhere.mjs#Queue", options: { mode: "async", loader: "file:///x" }, module }),
    allowed,
  );
  expect(object.data).toMatchObject({ target: `js:${own}#Queue`, options: { mode: "async" } });
  expect(Object.keys(object.data.options)).toEqual(["mode"]);
  for (const target of ["java:com.example.Cache", "java:java.util.concurrent.ConcurrentHashMap"]) {
    const java = await allowTask(
      stress({ target, options: { classpath: "/tmp", engine: "jcstress" } }),
      allowed,
    );
    expect([java.data.target, java.data.options]).toEqual([target, {}]);
  }
});
