/** Names of classes. Style sheets of pages and parts are CSS modules: the build adds the name of the
 * sheet to each class (`seat_cloth`), so that no sheet can affect elements of another part.
 * `frame/style.css` has the classes that all pages share. These keep their names. */

type Sheet = Readonly<Record<string, string>>;
type Name = string | number | false | null | undefined;

/** Returns a function that adds the names in *sheets* to plain names. The plain names stay, for the
 * shared classes and for tests. */
export const styles =
  (...sheets: Sheet[]) =>
  (...names: Name[]): string =>
    names
      .filter(name => !!name)
      .join(' ')
      .split(' ')
      .flatMap(name => [name, ...sheets.map(sheet => sheet[name])])
      .filter(name => !!name)
      .join(' ');
