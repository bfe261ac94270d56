import type { Argument, Command, Option } from "commander";

/** What may stand somewhere on the command line: one of these words, or where there are none a file. */
export type Words = readonly string[];

/** The words that names stand for; options by their long flag, arguments by command and name. */
export type Vocabulary = ReadonlyMap<string, Words>;

/** An option as a shell needs to know it. */
export interface OptionModel {
  /** `-c`, `--criterion` */
  readonly flags: readonly string[];
  readonly about: string;
  /** Absent where it takes no value. */
  readonly value?: Words;
}

/** A command as a shell needs to know it. */
export interface CommandModel {
  /** The words that lead to it: `[]` for the program, `["record", "memory"]`. */
  readonly path: readonly string[];
  readonly about: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly OptionModel[];
  /** What its arguments may be. */
  readonly value: Words;
  /** Whether it takes arguments at all. */
  readonly takesArguments: boolean;
}

/** The program and all its commands, those of commands too, as shells need to know them. */
export function modelOf(
  command: Command,
  vocabulary: Vocabulary,
  path: readonly string[] = [],
): readonly CommandModel[] {
  const help = command.createHelp();
  const visible = help.visibleCommands(command);
  const about = (one: Command): string => one.summary() || one.description();
  const isHelp = (one: Command): boolean => one.name() === "help";
  const names = visible.filter((one) => !isHelp(one)).map((one) => one.name());
  const model: CommandModel = {
    path,
    about: about(command),
    commands: visible.map((one) => ({ name: one.name(), about: about(one) })),
    options: help.visibleOptions(command).map((option) => optionOf(option, vocabulary)),
    value: command.registeredArguments.flatMap((one) =>
      wordsOf(one, `${path.join(" ")} ${one.name()}`, vocabulary),
    ),
    takesArguments: command.registeredArguments.length > 0,
  };
  return [
    model,
    ...visible.flatMap((one): readonly CommandModel[] =>
      isHelp(one)
        ? [
            {
              path: [...path, "help"],
              about: about(one),
              commands: [],
              options: [],
              value: names,
              takesArguments: true,
            },
          ]
        : modelOf(one, vocabulary, [...path, one.name()]),
    ),
  ];
}

function optionOf(option: Option, vocabulary: Vocabulary): OptionModel {
  const flags = [option.short, option.long].filter((flag): flag is string => typeof flag === "string");
  const about = option.description;
  if (!option.required && !option.optional) return { flags, about };
  const placeholder = /[<[](.*?)(?:\.\.\.)?[>\]]/u.exec(option.flags)?.[1] ?? "";
  return { flags, about, value: vocabulary.get(option.long ?? "") ?? alternatives(placeholder) };
}

const wordsOf = (argument: Argument, name: string, vocabulary: Vocabulary): Words =>
  vocabulary.get(name) ?? alternatives(argument.name());

/** `session|realtime` says what there is; `FILE`, `NAME|FILE` do not. */
function alternatives(placeholder: string): Words {
  const words = placeholder.split("|");
  return words.length > 1 && words.every((word) => /^[a-z][a-z-]*$/u.test(word)) ? words : [];
}
