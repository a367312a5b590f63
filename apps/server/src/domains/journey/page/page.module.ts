import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { expireFillings } from '../filling/filling.expire.ts';
import { formsOfCustomer, formsOfPerson } from '../filling/filling.personal.ts';
import { retainedForms } from '../filling/retained.repository.ts';
import { pageRoutes } from './page.routes.ts';
import { walkSocket } from './page.walk.socket.ts';

/** Pages of forms, and what people have filled in. */
export const formPages: Module = {
  name: 'form-pages',
  extensions: [extend(personalData, formsOfPerson), extend(retainedData, retainedForms), extend(customerTraces, formsOfCustomer)],
  routes: pageRoutes,
  sockets: (deps) => ({ '/p/socket': walkSocket(deps) }),
  tend: ({ db, ...deps }) => expireFillings(db, (enterpriseId) => enterpriseContext({ db, ...deps }, enterpriseId), deps.now()),
};
