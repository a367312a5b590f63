export type MapPlace = { latitude: number; longitude: number; name: string };

const degrees = String.raw`([+-]?\d{1,3}(?:\.\d{1,15})?)`;
const pair = new RegExp(String.raw`^${degrees}\s{0,3}[,;\s]\s{0,3}${degrees}$`);
/** Coordinates with the quarter behind them, such as 12.97° N, 77.59° E. */
const quartered = /^(\d{1,3}(?:\.\d{1,15})?)\s?°?\s?([NS])\s{0,3}[,;\s]\s{0,3}(\d{1,3}(?:\.\d{1,15})?)\s?°?\s?([EW])$/i;
/** The place itself in the data of a Google address; what stands behind @ is the middle of the picture. */
const googlePlace = new RegExp(`!3d${degrees}!4d${degrees}`);
const googleMiddle = new RegExp(`/@${degrees},${degrees}`);
const osmMiddle = new RegExp(String.raw`^#map=[\d.]{1,6}/${degrees}/${degrees}`);
const longest = 2000;

/**
 * Reads a place from pasted words: coordinates, or an address of Google Maps, Apple Maps or OpenStreetMap that has them in it. Nothing is
 * asked: a shortened address says nothing by itself. @returns undefined where no place can be read
 */
export function parseMapLink(pasted: string): MapPlace | undefined {
  const given = pasted.trim();
  if (given.length > longest) return undefined;
  return toPlace(given.match(pair)) ?? readQuarters(given) ?? readUrl(given);
}

function readQuarters(given: string): MapPlace | undefined {
  const [, north, side, east, half] = given.match(quartered) ?? [];
  if (north === undefined || east === undefined) return undefined;
  return inRange(side?.toUpperCase() === 'S' ? -Number(north) : Number(north), half?.toUpperCase() === 'W' ? -Number(east) : Number(east));
}

function readUrl(given: string): MapPlace | undefined {
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (url.protocol === 'geo:') return toPlace((url.pathname.split(';')[0] ?? '').match(pair));
  const read = readers.find(({ host }) => host.test(url.hostname))?.read;
  return read?.(url);
}

const readers: readonly { host: RegExp; read: (url: URL) => MapPlace | undefined }[] = [
  { host: /^(?:www\.|maps\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, read: readGoogle },
  { host: /^(?:beta\.)?maps\.apple\.com$/, read: readApple },
  { host: /^(?:www\.)?(?:openstreetmap\.org|osm\.org)$/, read: readOsm },
];

function readGoogle({ pathname, searchParams }: URL): MapPlace | undefined {
  const path = decode(pathname);
  const [, , , title = ''] = path.split('/');
  const name = path.startsWith('/maps/place/') ? title.replaceAll('+', ' ').trim() : '';
  const asked = ['q', 'query', 'll', 'daddr', 'destination', 'center'].map((key) => searchParams.get(key)?.replace(/^loc:/, '') ?? '');
  const searched = /^\/maps\/(?:search|dir|place)\/([^/]{1,80})/.exec(path)?.[1]?.replaceAll('+', ' ') ?? '';
  const place =
    toPlace(path.match(googlePlace)) ??
    asked.map((text) => toPlace(text.trim().match(pair))).find(Boolean) ??
    toPlace(searched.trim().match(pair)) ??
    toPlace(path.match(googleMiddle));
  return place && { ...place, name: toPlace(name.match(pair)) ? '' : name };
}

function readApple({ searchParams }: URL): MapPlace | undefined {
  const asked = ['coordinate', 'll', 'sll', 'q', 'daddr', 'center'].map((key) => searchParams.get(key) ?? '');
  const place = asked.map((text) => toPlace(text.trim().match(pair))).find(Boolean);
  const name = (searchParams.get('name') ?? searchParams.get('q') ?? '').trim();
  return place && { ...place, name: toPlace(name.match(pair)) ? '' : name };
}

function readOsm({ searchParams, hash }: URL): MapPlace | undefined {
  const marked = `${searchParams.get('mlat') ?? ''},${searchParams.get('mlon') ?? ''}`;
  return toPlace(marked.match(pair)) ?? toPlace(hash.match(osmMiddle));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const toPlace = (found: RegExpMatchArray | null): MapPlace | undefined => (found ? inRange(Number(found[1]), Number(found[2])) : undefined);

const inRange = (latitude: number, longitude: number): MapPlace | undefined =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude, name: '' } : undefined;
