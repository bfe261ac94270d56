import type { CommandModel } from "./model.js";
import { pathCases, quote, valueCases } from "./posix.js";

/** The script for zsh: to be sourced, or put where `compinit` looks, as `_sightline`. */
export function zshScript(commands: readonly CommandModel[]): string {
  const values = valueCases(commands, complete);
  const rest = commands.map((one) => {
    const flags = one.options.flatMap((option) => option.flags.map((flag) => described(flag, option.about)));
    const names = one.commands.map((command) => described(command.name, command.about));
    const more = [
      ...(names.length > 0 ? [`found=(${names.join(" ")}); _describe command found`] : []),
      ...(one.takesArguments ? [complete(one.value)] : []),
    ];
    return `        ${quote(one.path.join(" "))})
          if [[ $words[CURRENT] == -* ]]; then
            found=(${flags.join(" ")}); _describe -o option found
          else
            ${more.length > 0 ? more.join("; ") : "_message 'no more arguments'"}
          fi
          ;;`;
  });
  return `#compdef sightline
# zsh completion of sightline: source <(sightline completion zsh), after compinit
_sightline() {
  local command= i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$command/$words[i]" in
${pathCases(commands)}
    esac
  done
  case "$command/$words[CURRENT-1]" in
${values}
    *)
      case "$command" in
${rest.join("\n")}
      esac
      ;;
  esac
}
if [[ \${funcstack[1]} == _sightline ]]; then _sightline "$@"; else compdef _sightline sightline; fi
`;
}

/** One of the words, or a file. */
const complete = (words: readonly string[]): string =>
  words.length === 0 ? "_files" : `compadd -- ${words.map(quote).join(" ")} || _files`;

const described = (word: string, about: string): string => quote(`${word.replaceAll(":", "\\:")}:${about}`);
