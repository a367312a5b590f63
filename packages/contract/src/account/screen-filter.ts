import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id, requiredText, Version } from '../fields.ts';
import { z } from '../z.ts';
import { leaves } from './audit-marks.ts';
import { filterScreens } from './screen-filter-kinds.ts';

const Screen = z.enum(filterScreens);
/** Parameters of the screen's address; those that a screen does not save are left out. */
const SavedSearch = z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean()]));
export type SavedSearch = z.infer<typeof SavedSearch>;

export const ScreenFilter = z
  .object({
    id: Id,
    screen: Screen,
    name: z.string(),
    search: SavedSearch,
    isOwn: z.boolean(),
    /** Empty: its owner's alone */
    deptId: z.string(),
    ownerName: z.string(),
    /** The screen opens with it; of an own one alone */
    isDefault: z.boolean(),
    /** The caller may change it */
    isChangeable: z.boolean(),
    version: z.number(),
  })
  .meta({ id: 'ScreenFilter' });
export type ScreenFilter = z.infer<typeof ScreenFilter>;

const Save = z.object({
  name: requiredText(60),
  search: SavedSearch,
  deptId: z.union([Id, z.literal('')]).default(''),
  isDefault: formBoolean.default(false),
});

const tag = 'Saved filters';
const base = '/e/enterprise/screen_filters';
const params = z.object({ screenFilterId: Id });

export const screenFilterEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: "Saved filters of a screen: the caller's own, then those of their departments",
    tag,
    access: 'session',
    query: z.object({ screen: Screen }),
    answer: z.array(ScreenFilter),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Save the filters of a screen under a name, for oneself or for a department',
    audit: leaves('screen_filter', 'create'),
    tag,
    access: 'session',
    changes: 'own',
    body: Save.extend({ screen: Screen }),
    answer: ScreenFilter,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:screenFilterId`,
    summary: 'Rename an own saved filter, share it, make it the one that the screen opens with, or save other filters in it',
    audit: leaves('screen_filter', 'edit'),
    tag,
    access: 'session',
    changes: 'own',
    params,
    body: Save.extend({ version: Version }),
    answer: ScreenFilter,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:screenFilterId`,
    summary: 'Delete an own saved filter; administrators delete shared ones too',
    audit: leaves('screen_filter', 'delete'),
    tag,
    access: 'session',
    changes: 'own',
    params,
    answer: z.null(),
  }),
};
