import { endpoints } from '@parley/contract';
import { withBin } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { departmentChecks } from '../../file/door.ts';
import { assertDepartments } from '../user/user.departments.ts';
import { departmentBin } from './department.bin.ts';
import { departmentRecord } from './department.record.ts';
import {
  changeDepartmentUsers,
  createDepartment,
  deleteDepartment,
  listDepartments,
  listDepartmentUsers,
  readDepartment,
  updateDepartmentOf,
} from './department.service.ts';
import { departmentsLeft } from './department.work.ts';

export const department: Module = {
  name: 'department',
  records: [withBin(departmentRecord, departmentBin)],
  extensions: [departmentsLeft, extend(departmentChecks, assertDepartments)],
  routes(app) {
    const { departments } = endpoints;
    route(app, departments.list, (ctx, { query }) => listDepartments(ctx, query));
    route(app, departments.get, (ctx, { params }) => readDepartment(ctx, params.departmentId));
    route(app, departments.create, async (ctx, { body }) => answer(await createDepartment(ctx, body), 'The department is added.'));
    route(app, departments.update, async (ctx, { params, body }) =>
      answer(await updateDepartmentOf(ctx, params.departmentId, body), 'The department is saved.'),
    );
    route(app, departments.remove, async (ctx, { params, query }) => {
      await deleteDepartment(ctx, params.departmentId, query.moveTo);
      return answer(null, 'The department is deleted.');
    });
    route(app, departments.mappedUsers, (ctx, { params, query }) => listDepartmentUsers(ctx, params.departmentId, query));
    route(app, departments.addUsers, async (ctx, { params, body }) =>
      answer(await changeDepartmentUsers(ctx, params.departmentId, 'add', body.users), 'The users are added.'),
    );
    route(app, departments.removeUsers, async (ctx, { params, body }) =>
      answer(await changeDepartmentUsers(ctx, params.departmentId, 'remove', body.users), 'The users are taken out.'),
    );
  },
};
