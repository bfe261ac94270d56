import type { CommandModel } from "./model.js";

/** The script for bash. Where it knows no word, bash completes files. */
export function bashScript(commands: readonly CommandModel[]): string {
  const name = ({ path }: CommandModel): string => path.join(" ");
  const paths = commands
    .filter(({ path }) => path.length > 0)
    .map(
      (one) =>
        `      ${quote(`${one.path.slice(0, -1).join(" ")}/${one.path.at(-1)}`)}) command=${quote(name(one))} ;;`,
    );
  const values = commands.flatMap((one) =>
    one.options.flatMap(({ flags, value }) =>
      value === undefined
        ? []
        : [
            `    ${flags.map((flag) => quote(`${name(one)}/${flag}`)).join(" | ")}) words=${quote(value.join(" "))} ;;`,
          ],
    ),
  );
  const words = commands.map((one) => {
    const flags = one.options.flatMap((option) => option.flags);
    const others = [...one.commands.map((command) => command.name), ...one.value];
    return `        ${quote(name(one))}) [[ $current == -* ]] && words=${quote(flags.join(" "))} || words=${quote(others.join(" "))} ;;`;
  });
  return `# bash completion of sightline: source <(sightline completion bash)
_sightline() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command/\${COMP_WORDS[i]}" in
${paths.join("\n")}
    esac
  done
  case "$command/$previous" in
${values.join("\n")}
    *)
      case "$command" in
${words.join("\n")}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _sightline sightline
`;
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
