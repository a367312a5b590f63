/** Colours of milestones, with the dashes by which their lines are told apart without colour. */
const colors = ['brand.6', 'orange.6', 'grape.5', 'teal.6', 'red.6', 'blue.5', 'lime.7', 'pink.5'] as const;
const dashes = ['', '6 4', '2 3', '10 4', '8 3 2 3', '1 4', '12 3 3 3', '4 2'] as const;

export const lookOf = (place: number) => ({
  color: colors[place % colors.length] ?? 'gray.6',
  dash: dashes[(place + Math.floor(place / colors.length)) % dashes.length] ?? '',
});
