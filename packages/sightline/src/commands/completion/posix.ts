import type { CommandModel, Words } from "./model.js";

/** A word as bash and zsh take it whole. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The cases of `$command/$word` that lead to a command, as bash and zsh have them. */
export function pathCases(commands: readonly CommandModel[]): string {
  return commands
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => {
      const word = quote(`${path.slice(0, -1).join(" ")}/${path.at(-1)}`);
      return `      ${word}) command=${quote(path.join(" "))} ;;`;
    })
    .join("\n");
}

/** The cases of `$command/$option` in which a value is to be completed, with what does so. */
export function valueCases(commands: readonly CommandModel[], complete: (value: Words) => string): string {
  return commands
    .flatMap(({ path, options }) =>
      options.flatMap(({ flags, value }) => {
        const words = flags.map((flag) => quote(`${path.join(" ")}/${flag}`)).join(" | ");
        return value === undefined ? [] : [`    ${words}) ${complete(value)} ;;`];
      }),
    )
    .join("\n");
}
