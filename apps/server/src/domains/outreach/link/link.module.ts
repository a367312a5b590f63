import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { valueChanges } from '../../messaging/door.run.ts';
import { linksOfPerson } from './link.personal.ts';
import { linkRoutes } from './link.routes.ts';
import { foreseeLinks, shortenLinks } from './link.shorten.ts';
import { forgetUrlLinks } from './url-link.repository.ts';

export const links: Module = {
  name: 'link',
  extensions: [
    extend(valueChanges, { source: 'CAMPAIGN', change: shortenLinks, foresee: foreseeLinks }),
    extend(personalData, linksOfPerson),
  ],
  routes: linkRoutes,
  tend: ({ db, now }) => forgetUrlLinks(db, now()),
};
