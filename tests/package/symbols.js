// Lists the exports of the published types as a compiler reads them, and those without a comment.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Loads the compiler that the tests install, because the project's own has no API.
 * @returns {any}
 */
const loadCompiler = () =>
  createRequire(import.meta.url)(
    fileURLToPath(new URL('compilers/node_modules/typescript-5.4', import.meta.url)),
  );

/**
 * Returns the exports of each file, the names and members without a comment, and the compiler's
 * errors for unreadable files.
 * @param {string[]} paths paths of declarations
 * @returns {Map<string, { exported: string[], silent: string[], unreadable: string[] }>} by path
 */
export function readSymbols(paths) {
  const ts = loadCompiler();
  const options = { module: ts.ModuleKind.ESNext, moduleResolution: 100, target: 9, types: [] };
  const program = ts.createProgram(paths, { ...options, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const folder = dirname(paths[0]);
  const isOurs = (/** @type {any} */ symbol) =>
    symbol.declarations?.some((/** @type {any} */ node) =>
      node.getSourceFile().fileName.startsWith(folder),
    );
  const commentOf = (/** @type {any} */ symbol) =>
    ts.displayPartsToString(symbol.getDocumentationComment(checker));

  /** @param {any} symbol */
  function membersOf(symbol) {
    const isValue = (symbol.flags & ts.SymbolFlags.Variable) !== 0;
    const type = isValue
      ? checker.getTypeOfSymbol(symbol)
      : checker.getDeclaredTypeOfSymbol(symbol);
    return checker
      .getPropertiesOfType(type)
      .filter((/** @type {any} */ member) => isOurs(member) && !isHidden(ts, member))
      .filter((/** @type {any} */ { name }) => !name.startsWith('__@dispose'));
  }

  const entries = paths.map((path) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path));
    const symbols = module ? checker.getExportsOfModule(module) : [];
    /** @type {string[]} */
    const silent = [];
    for (const symbol of symbols) {
      const target =
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const comment = commentOf(symbol) || commentOf(target);
      if (comment === '') silent.push(symbol.name);
      for (const member of membersOf(target)) {
        // A type's comment may also describe its members.
        if (commentOf(member) === '' && !comment.includes(`\`${member.name}\``)) {
          silent.push(`${symbol.name}.${member.name}`);
        }
      }
    }
    const exported = symbols.map((/** @type {any} */ { name }) => name).sort();
    /** @type {string[]} */
    const unreadable = program
      .getSyntacticDiagnostics(program.getSourceFile(path))
      .map((/** @type {any} */ { messageText }) => String(messageText));
    return /** @type {const} */ ([path, { exported, silent: silent.sort(), unreadable }]);
  });
  return new Map(entries);
}

/**
 * Tells whether a member of a class is private or protected.
 * @param {any} ts
 * @param {any} member
 */
function isHidden(ts, member) {
  return member.declarations.every(
    (/** @type {any} */ node) =>
      ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected) ||
      (node.name && ts.isPrivateIdentifier(node.name)),
  );
}
