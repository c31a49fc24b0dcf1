import type { Argument, Command, Option } from 'commander';

/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command by its words, such as `batch retry`; '' is the program. */
type Place = { place: string; commands: readonly Command[]; options: readonly Option[] } & {
  /** The values of its first argument, if they are few. */
  choices: readonly string[];
};

/** Returns a script that completes the commands, options and choices of a program; other words are files. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, '');
  const name = program.name();
  if (shell === 'bash') return bashScript(name, places);
  return shell === 'zsh' ? zshScript(name, places) : fishScript(name, places);
}

/** Returns a command and all commands below it. */
function placesOf(command: Command, place: string): Place[] {
  const help = command.createHelp();
  const commands = help
    .visibleCommands(command)
    .filter((subcommand) => subcommand.name() !== 'help');
  const [first] = command.registeredArguments as readonly (Argument | undefined)[];
  const options = help.visibleOptions(command);
  const ownPlace = { place, commands, options, choices: first?.argChoices ?? [] };
  const inner = commands.flatMap((subcommand) =>
    placesOf(subcommand, `${place} ${subcommand.name()}`.trim()),
  );
  return [ownPlace, ...inner];
}

/** Lines of a `case` that go from a place to the place of its next word. */
function steps(places: readonly Place[], indent: string): string[] {
  return places.flatMap(({ place, commands }) =>
    commands.map((command) => {
      const next = `${place} ${command.name()}`.trim();
      return `${indent}${quoted(`${place} ${command.name()}`)}) place=${quoted(next)} ;;`;
    }),
  );
}

/** Lines of a `case` with the values of the options that take one. `any` completes values without choices. */
function values(
  places: readonly Place[],
  { list, any }: { list: (choices: readonly string[]) => string; any: string },
): string[] {
  return places.flatMap(({ place, options }) =>
    options.flatMap((option) => {
      if (!takesValue(option)) return [];
      const action = option.argChoices ? list(option.argChoices) : any;
      return [`    ${quoted(`${place}|${option.long}`)}) ${action}; return ;;`];
    }),
  );
}

function takesValue({ required, optional, long }: Option): boolean {
  return (required || optional) && long !== undefined;
}

function wordsOf({ commands, choices }: Place): string[] {
  return [...commands.map((command) => command.name()), ...choices];
}

/** Returns a completion script for bash. The words before the current one lead from place to place. */
function bashScript(name: string, places: readonly Place[]): string {
  const list = (words: readonly string[]) =>
    `COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$current"))`;
  const cases = places.map((place) => {
    const names = place.options.flatMap(({ long }) => long ?? []);
    return `    ${quoted(place.place)}) words=${quoted(wordsOf(place).join(' '))} options=${quoted(names.join(' '))} ;;`;
  });
  return `# Completion of ${name} for bash. Use it in ~/.bashrc: eval "$(${name} completion bash)"
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} place= words= options= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
${steps(places, '      ').join('\n')}
    esac
  done
  case "$place|\${COMP_WORDS[COMP_CWORD - 1]}" in
${values(places, { list, any: ':' }).join('\n')}
  esac
  case $place in
${cases.join('\n')}
  esac
  if [[ $current == -* ]]; then words=$options; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _${name} ${name}
`;
}

/** Returns a completion script for zsh, which also shows descriptions. */
function zshScript(name: string, places: readonly Place[]): string {
  const described = (word: string, text: string) =>
    quoted(`${word.replaceAll(':', '\\:')}:${text}`);
  const cases = places.map(({ place, commands, choices, options }) => {
    const words = [
      ...commands.map((command) => described(command.name(), command.description())),
      ...choices.map((choice) => quoted(choice)),
    ];
    const flags = options.flatMap(({ long, description }) =>
      long === undefined ? [] : described(long, description),
    );
    return `    ${quoted(place)}) names=(${words.join(' ')}); flags=(${flags.join(' ')}) ;;`;
  });
  const list = (words: readonly string[]) => `compadd -- ${words.map(quoted).join(' ')}`;
  return `#compdef ${name}
# Completion of ${name} for zsh. Use it in ~/.zshrc, after compinit: eval "$(${name} completion zsh)"
_${name}() {
  local place= i
  local -a names flags
  for ((i = 2; i < CURRENT; i++)); do
    case "$place \${words[i]}" in
${steps(places, '      ').join('\n')}
    esac
  done
  case "$place|\${words[CURRENT-1]}" in
${values(places, { list, any: '_files' }).join('\n')}
  esac
  case $place in
${cases.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe -o option flags
  elif (( \${#names} )); then _describe command names || _files
  else _files; fi
}
if [[ \${funcstack[1]} == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

/** Returns a completion script for fish, which also shows descriptions. */
function fishScript(name: string, places: readonly Place[]): string {
  const at = (place: string) => `-n ${quoted(`__${name}_at "${place}"`)}`;
  const lines = places.flatMap(({ place, commands, choices, options }) => [
    ...commands.map(
      (command) =>
        `complete -c ${name} ${at(place)} -f -a ${quoted(command.name())} -d ${quoted(command.description())}`,
    ),
    ...(choices.length > 0
      ? [`complete -c ${name} ${at(place)} -f -a ${quoted(choices.join(' '))}`]
      : []),
    ...options.flatMap((option) => {
      if (option.long === undefined) return [];
      const value = option.argChoices
        ? ` -x -a ${quoted(option.argChoices.join(' '))}`
        : takesValue(option)
          ? ' -r'
          : '';
      const long = quoted(option.long.slice(2));
      return [
        `complete -c ${name} ${at(place)} -l ${long}${value} -d ${quoted(option.description)}`,
      ];
    }),
  ]);
  const cases = places.flatMap(({ place, commands }) =>
    commands.map((command) => {
      const words = `${place} ${command.name()}`;
      return `      case ${quoted(words)}\n        set place ${quoted(words.trim())}`;
    }),
  );
  return `# Completion of ${name} for fish. Use it: ${name} completion fish >~/.config/fish/completions/${name}.fish
function __${name}_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch "$place $word"
${cases.join('\n')}
    end
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** Returns a text in single quotes, which all three shells read alike. It has no single quotes and backslashes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’').replaceAll('\\', '')}'`;
}
