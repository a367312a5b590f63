/** English words of quantities and of the calendar. Spellings of one meaning are parted by blanks. */
export const englishUnits = [
  ['zero', 0],
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['eight', 8],
  ['nine', 9],
] as const;
export const englishTeens = [
  ['ten', 10],
  ['eleven', 11],
  ['twelve', 12],
  ['thirteen', 13],
  ['fourteen', 14],
  ['fifteen', 15],
  ['sixteen', 16],
  ['seventeen', 17],
  ['eighteen', 18],
  ['nineteen', 19],
] as const;
export const englishTens = [
  ['twenty', 20],
  ['thirty', 30],
  ['forty fourty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety ninty', 90],
] as const;
export const englishScales = [
  ['hundred hundreds', 100],
  ['thousand thousands', 1e3],
  ['lakh lakhs lac lacs', 1e5],
  ['million millions mn', 1e6],
  ['crore crores cr', 1e7],
  ['billion billions bn', 1e9],
] as const;
export const englishOrdinals = [
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['eleventh', 11],
  ['twelfth', 12],
  ['thirteenth', 13],
  ['fourteenth', 14],
  ['fifteenth', 15],
  ['sixteenth', 16],
  ['seventeenth', 17],
  ['eighteenth', 18],
  ['nineteenth', 19],
  ['twentieth', 20],
  ['thirtieth', 30],
  ['fortieth', 40],
  ['fiftieth', 50],
  ['sixtieth', 60],
  ['seventieth', 70],
  ['eightieth', 80],
  ['ninetieth', 90],
  ['hundredth', 100],
  ['thousandth', 1000],
] as const;
export const englishMonths = [
  ['january jan', 1],
  ['february feb', 2],
  ['march mar', 3],
  ['april apr', 4],
  ['may', 5],
  ['june jun', 6],
  ['july jul', 7],
  ['august aug', 8],
  ['september sept sep', 9],
  ['october oct', 10],
  ['november nov', 11],
  ['december dec', 12],
] as const;
/** Monday is 0. */
export const englishWeekdays = [
  ['monday mon', 0],
  ['tuesday tue tues', 1],
  ['wednesday wed', 2],
  ['thursday thu thur thurs', 3],
  ['friday fri', 4],
  ['saturday sat', 5],
  ['sunday sun', 6],
] as const;
/** Days from today. */
export const englishDays = [
  ['today', 0],
  ['tomorrow tmrw tmr tommorow tommorrow tomorow tomm 2moro', 1],
  ['yesterday', -1],
] as const;
export const englishThis = 'this';
export const englishNext = 'next';
export const englishComing = 'coming upcoming';
export const englishLast = 'last previous past';
