import type { CommandModel } from "./model.js";
import { pathCases, quote, valueCases } from "./posix.js";

/** The script for bash. Where it knows no word, bash completes files. */
export function bashScript(commands: readonly CommandModel[]): string {
  const values = valueCases(commands, (value) => `words=${quote(value.join(" "))}`);
  const words = commands.map((one) => {
    const flags = one.options.flatMap((option) => option.flags);
    const others = [...one.commands.map((command) => command.name), ...one.value];
    return `        ${quote(one.path.join(" "))}) [[ $current == -* ]] && words=${quote(flags.join(" "))} || words=${quote(others.join(" "))} ;;`;
  });
  return `# bash completion of sightline: source <(sightline completion bash)
_sightline() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command/\${COMP_WORDS[i]}" in
${pathCases(commands)}
    esac
  done
  case "$command/$previous" in
${values}
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
