import { describe, expect, test } from "vitest";
import { clip, clipMiddle, escapeHtml } from "./escape.js";

describe("text in HTML", () => {
  test("is inert, in elements and in attributes", () => {
    expect(escapeHtml(`<script>alert('1' & "2")</script>`)).toBe(
      "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;",
    );
  });

  test("has nothing that HTML cannot hold", () => {
    expect(escapeHtml("a\u0000b\u001bc\ud800d\u0085e\ufffff😀\n\té")).toBe(
      "a\\u0000b\\u001bc\\ud800d\\u0085e\ufffdf😀\n é",
    );
  });

  test("keeps its direction", () => {
    expect(escapeHtml('"\u202edne"')).toBe("&quot;\\u202edne&quot;");
    expect(escapeHtml("\u061c")).toBe("\\u061c");
  });

  test("is cut between characters, and only where too long", () => {
    expect(clip("abc", 3)).toBe("abc");
    expect(clip("abcd", 3)).toBe("ab…");
    expect(clip("😀😀😀", 3)).toBe("😀😀😀");
    expect(clip("😀😀😀😀", 3)).toBe("😀😀…");
    expect(clipMiddle("put(1) => 2", 11)).toBe("put(1) => 2");
    expect(clipMiddle("put(12345678) => 2", 11)).toBe("put(12…=> 2");
    expect(clipMiddle("😀".repeat(12), 11)).toBe(`${"😀".repeat(6)}…${"😀".repeat(4)}`);
  });
});
