import { endpoints } from '@parley/contract';
import { withBin } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { boardBin } from './board.bin.ts';
import { findReaders } from './board.readers.ts';
import { boardRecord } from './board.record.ts';
import { createBoard, readBoard, readBoards, readFiguresOf, readRowsOf, removeBoard, saveBoard } from './board.service.ts';

const { boards: calls } = endpoints;

/** Figures that users put together, each of which opens the chats that it counts. */
export const board: Module = {
  name: 'board',
  records: [withBin(boardRecord, boardBin)],
  routes(app) {
    route(app, calls.list, (ctx) => readBoards(ctx));
    route(app, calls.create, async (ctx, { body }) => answer(await createBoard(ctx, body), 'The board is added.'));
    route(app, calls.get, (ctx, { params }) => readBoard(ctx, params.boardId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await saveBoard(ctx, params.boardId, body), 'The board is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await removeBoard(ctx, params.boardId);
      return answer(null, 'The board is deleted.');
    });
    route(app, calls.readers, (ctx, { query }) => ctx.read((tx) => findReaders(ctx, tx, query.name)));
    route(app, calls.figures, (ctx, { params }) => readFiguresOf(ctx, params.boardId));
    route(app, calls.rows, (ctx, { params, query }) => readRowsOf(ctx, params.boardId, query));
  },
};
