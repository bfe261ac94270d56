import type { Declare } from "../shared/declare.js";

/** Adds `completion`. */
export const declareCompletion: Declare = (program, onStatus) => {
  program
    .command("completion")
    .description("a script with which the shell completes commands, options and names")
    .argument("<bash|zsh|fish>", "the shell")
    .addHelpText("after", completionHelp)
    .action(async (shell: string) => {
      const { runCompletion } = await import("./run.js");
      onStatus(await runCompletion(shell, program));
    });
};

const completionHelp = `
Examples:
  source <(sightline completion bash)       in ~/.bashrc
  source <(sightline completion zsh)        in ~/.zshrc, after compinit
  sightline completion fish > ~/.config/fish/completions/sightline.fish
`;
