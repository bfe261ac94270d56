import type { CommandModel, OptionModel } from "./model.js";

/** The script for fish, one line for each command, option and list of words. */
export function fishScript(commands: readonly CommandModel[]): string {
  const lines = commands.flatMap((command) => {
    const here = `complete -c sightline -n ${quote(conditionOf(command, commands))}`;
    return [
      ...command.commands.map(({ name, about }) => `${here} -f -a ${quote(name)} -d ${quote(about)}`),
      ...command.options.map((option) => here + optionText(option)),
      ...(command.value.length > 0 ? [`${here} -a ${quote(command.value.join(" "))}`] : []),
      ...(command.takesArguments ? [] : [`${here} -f`]),
    ];
  });
  return `# fish completion of sightline: sightline completion fish > ~/.config/fish/completions/sightline.fish
${lines.join("\n")}
`;
}

function optionText({ flags, about, value }: OptionModel): string {
  const names = flags.map((flag) =>
    flag.startsWith("--") ? ` -l ${quote(flag.slice(2))}` : ` -s ${quote(flag.slice(1))}`,
  );
  const takes = value === undefined ? "" : value.length === 0 ? " -r" : ` -r -a ${quote(value.join(" "))}`;
  return `${names.join("")}${takes} -d ${quote(about)}`;
}

/** When the words so far lead to this command and no further. */
function conditionOf({ path, commands: own }: CommandModel, all: readonly CommandModel[]): string {
  if (path.length === 0) return "__fish_use_subcommand";
  const deeper = own.filter(({ name }) =>
    all.some((one) => one.path.join(" ") === [...path, name].join(" ")),
  );
  return [
    ...path.map((word) => `__fish_seen_subcommand_from ${word}`),
    ...deeper.map(({ name }) => `not __fish_seen_subcommand_from ${name}`),
  ].join("; and ");
}

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
