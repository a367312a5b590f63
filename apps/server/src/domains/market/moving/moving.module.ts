import { endpoints, moveLimits } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { readFilePart } from '../../file/door.ts';
import { workMoves } from '../move/move.jobs.ts';
import { moveRecordsOfPerson } from '../move/move.personal.repository.ts';
import { moveRecord } from '../move/move.record.repository.ts';
import {
  discard,
  getMove,
  listMoves,
  listRecords,
  mapMove,
  receiveExport,
  retryMove,
  startMove,
  startRun,
  startUndo,
} from './moving.service.ts';
import { workMovingIn } from './moving.worker.ts';

const { moves } = endpoints;

/** Moves from other products: read, planned, run and undone. */
export const movingIn: Module = {
  name: 'movingIn',
  records: [moveRecord],
  jobs: [workMoves],
  extensions: [extend(personalData, moveRecordsOfPerson)],
  routes(app) {
    route(app, moves.list, (ctx, { query }) => listMoves(ctx, query));
    route(app, moves.upload, async (ctx, { request }) => receiveExport(ctx, await readFilePart(request, moveLimits.fileBytes)));
    route(app, moves.start, async (ctx, { body }) => answer(await startMove(ctx, body), 'The export is being read.'));
    route(app, moves.get, (ctx, { params }) => getMove(ctx, params.moveId));
    route(app, moves.records, (ctx, { params, query }) => listRecords(ctx, params.moveId, query));
    route(app, moves.map, async (ctx, { params, body }) => answer(await mapMove(ctx, params.moveId, body), 'The mapping is saved.'));
    route(app, moves.run, async (ctx, { params }) => answer(await startRun(ctx, params.moveId), 'It is being taken in.'));
    route(app, moves.undo, async (ctx, { params }) => answer(await startUndo(ctx, params.moveId), 'The move is being undone.'));
    route(app, moves.retry, async (ctx, { params }) => answer(await retryMove(ctx, params.moveId), 'The move goes on.'));
    route(app, moves.remove, async (ctx, { params }) => {
      await discard(ctx, params.moveId);
      return answer(null, 'The move is discarded.');
    });
  },
  work: workMovingIn,
};
