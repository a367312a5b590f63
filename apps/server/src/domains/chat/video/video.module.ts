import { callLimits, endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { fileUsers, readFilePart } from '../../file/door.ts';
import { serveMeetPage } from './meet.page.ts';
import { addPart, assemble, assembleRecording, beginRecording, playRecording, stopRecording } from './recording.service.ts';
import { callChanged } from './video.events.ts';
import { callsHeld, recordingFiles, recordingRecord } from './video.held.repository.ts';
import {
  askConsent,
  describeMeetings,
  endOwnCall,
  listCalls,
  listOwnCalls,
  lockOwnCall,
  openCall,
  readCall,
  takeOwnSeat,
  tellRecording,
} from './video.service.ts';
import { meetSocket } from './video.socket.ts';
import { sweepCalls } from './video.worker.ts';

const { video: calls } = endpoints;

export const video: Module = {
  name: 'video',
  records: [recordingRecord],
  events: [callChanged],
  jobs: [assembleRecording],
  extensions: [extend(personalData, callsHeld), extend(fileUsers, recordingFiles)],
  routes(app, deps) {
    serveMeetPage(app);
    route(app, calls.meetings, (ctx) => describeMeetings(ctx));
    route(app, calls.createRoom, (ctx, { body }) => openCall(ctx, deps, body.chatId));
    route(app, calls.createUser, (ctx, { body }) => takeOwnSeat(ctx, deps, body));
    route(app, calls.resource, (ctx, { params }) => readCall(ctx, deps, params.roomId));
    route(app, calls.current, (ctx) => listOwnCalls(ctx));
    route(app, calls.history, (ctx, { params }) => listCalls(ctx, params.chatId));
    route(app, calls.recording, (ctx, { params, query }) => playRecording(ctx, params.recordingId, query.chatId));
    route(app, calls.end, async (ctx, { params }) => {
      await endOwnCall(ctx, params.roomId);
      return null;
    });
    route(app, calls.askConsent, async (ctx, { params }) => {
      await askConsent(ctx, params.roomId);
      return null;
    });
    route(app, calls.startRecording, (ctx, { params }) =>
      ctx.transaction(async (tx) => {
        const { room } = await lockOwnCall(ctx, tx, params.roomId);
        const recording = await beginRecording(ctx, tx, room);
        await tellRecording(ctx, tx, params.roomId);
        return recording;
      }),
    );
    route(app, calls.addPart, (ctx, { params, query, request }) =>
      addPart(ctx, { ...params, ...query }, () => readFilePart(request, callLimits.partBytes)),
    );
    route(app, calls.stopRecording, async (ctx, { params }) => {
      await ctx.transaction(async (tx) => tellRecording(ctx, tx, await stopRecording(ctx, tx, params.recordingId)));
      return null;
    });
  },
  work: async (deps) => {
    await deps.jobs.handle(assembleRecording, ({ enterpriseId, recordingId }) =>
      assemble(enterpriseContext(deps, enterpriseId), recordingId),
    );
    return sweepCalls(deps);
  },
  sockets: (deps) => ({ '/meet/socket': meetSocket(deps) }),
};
