/**
 * Pages by a pattern in which * stands for anything: `/price*` by the path, `shop.example/price` by host and path. With a ? in it the
 * question of the address counts too. It imports nothing, so that the widget can take it without the validator, and it is no regular
 * expression: what people write never costs more than its length.
 */
export function fitsPage(pattern: string, { host, pathname, search }: { host: string; pathname: string; search: string }): boolean {
  const wanted = pattern.trim().toLowerCase();
  if (wanted === '') return true;
  const path = wanted.startsWith('/') || wanted.startsWith('*') ? pathname : host + pathname;
  return fits(wanted, `${path}${wanted.includes('?') ? search : ''}`.toLowerCase());
}

/** Each piece between stars is looked for behind the one before; the first and the last stand at the ends. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
