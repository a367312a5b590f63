/**
 * Parts of the page's address: access, stream, the node to begin at, the user's time zone, and the browser's user (`eId:uId`).
 * @property drawn version that is shown with the figures of a report, and cannot be edited; null: the draft, to edit
 */
export type FrameAddress = {
  accessId: string;
  journeyId: string;
  nodeId: string | null;
  zone: string | null;
  owner: string | null;
  drawn: number | null;
};

/**
 * `/designer/view/{accessId}#journey/flows/{id}?nodeId=&zone=&owner=`, `#campaign/{id}/builder?…` for the drawing of an encap, which is edited as
 * a stream's, or `#journey/figures/{id}?version=&zone=`; undefined where it is none.
 */
export function readAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): FrameAddress | undefined {
  const accessId = /^\/designer\/view\/([\w-]+)$/.exec(pathname)?.[1];
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [, kind, ofStream, ofEncap] = /^(?:journey\/(flows|figures)\/([\w-]+)|campaign\/([\w-]+)\/builder)$/.exec(path) ?? [];
  const journeyId = ofStream ?? ofEncap;
  if (!accessId || !journeyId) return undefined;
  const given = new URLSearchParams(query);
  const version = Number(given.get('version'));
  if (kind === 'figures' && !(Number.isInteger(version) && version > 0)) return undefined;
  const drawn = kind === 'figures' ? version : null;
  return { accessId, journeyId, nodeId: given.get('nodeId'), zone: given.get('zone'), owner: given.get('owner'), drawn };
}

/** Parts of the address of a form's page. @property screenId the screen to begin at; null: the first */
export type FormAddress = {
  accessId: string;
  formId: string;
  screenId: string | null;
  zone: string | null;
  country: string | null;
  owner: string | null;
};

/** `/designer/view/{accessId}#forms/{id}?zone=&country=&owner=`, or `#flow/{id}/screen/{screenId}?…`; undefined where it is none. */
export function readFormAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): FormAddress | undefined {
  const accessId = /^\/designer\/view\/([\w-]+)$/.exec(pathname)?.[1];
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [, ofForm, ofFlow, screenId = null] = /^(?:forms\/([\w-]+)|flow\/([\w-]+)\/screen\/(\w+))$/.exec(path) ?? [];
  const formId = ofForm ?? ofFlow;
  if (!accessId || !formId) return undefined;
  const given = new URLSearchParams(query);
  return { accessId, formId, screenId, zone: given.get('zone'), country: given.get('country'), owner: given.get('owner') };
}

/** The address at which the page of forms opens, where the page of streams was given the address of a form; undefined elsewhere. */
export const toFormPage = ({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string | undefined =>
  readFormAddress({ pathname, hash }) && `${pathname}?of=form${hash}`;
