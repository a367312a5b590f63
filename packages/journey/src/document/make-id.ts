/** A new id. @param random a number below the given one, such as crypto's */
export function makeId(random: (below: number) => number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  for (;;) {
    const id = Array.from({ length: 8 }, () => letters[random(letters.length)]).join('');
    if (/\d/.test(id)) return id;
  }
}
