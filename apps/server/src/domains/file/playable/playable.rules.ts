/** Format of a content for ffmpeg. `mayPlay`: browsers play it if its streams are right, so they are read first. */
export type Source = { format: string; mayPlay?: true };

/**
 * Recordings and videos that not all browsers play, by what their first bytes show. The reader is named to ffmpeg, which would else choose one
 * by the content: a playlist, say, that has it open other files.
 */
const sources: Record<string, Source> = {
  ac3: { format: 'ac3' },
  aif: { format: 'aiff' },
  amr: { format: 'amr' },
  ape: { format: 'ape' },
  m4a: { format: 'mov', mayPlay: true },
  m4b: { format: 'mov', mayPlay: true },
  mp1: { format: 'mp3' },
  mp2: { format: 'mp3' },
  qcp: { format: 'qcp' },
  spx: { format: 'ogg' },
  voc: { format: 'voc' },
  wav: { format: 'wav', mayPlay: true },
  wv: { format: 'wv' },
  '3g2': { format: 'mov' },
  '3gp': { format: 'mov' },
  asf: { format: 'asf' },
  avi: { format: 'avi' },
  f4v: { format: 'mov' },
  flv: { format: 'flv' },
  m4v: { format: 'mov', mayPlay: true },
  mkv: { format: 'matroska' },
  mov: { format: 'mov' },
  mp4: { format: 'mov', mayPlay: true },
  mpg: { format: 'mpeg' },
  mts: { format: 'mpegts' },
  ogm: { format: 'ogg' },
  ogv: { format: 'ogg' },
};

/** @param found what the first bytes show; undefined: nothing. @returns undefined for what browsers play, and for what is neither */
export const sourceOf = (found: string | undefined): Source | undefined =>
  found !== undefined && Object.hasOwn(sources, found) ? sources[found] : undefined;

export type Stream = { kind: 'Audio' | 'Video'; codec: string; pixels: string };

const streamLine = /^ {2}Stream #0:\d+.*?: (Audio|Video): (\w+)(?: \([^,]*\))?(?:, (\w+))?.*$/gm;

/** Reads the streams of a file from ffmpeg's report; a cover picture is no video. */
export const readStreams = (report: string): Stream[] =>
  [...report.matchAll(streamLine)].flatMap(([line, kind, codec = '', pixels = '']) =>
    line.includes('(attached pic)') ? [] : [{ kind: kind as Stream['kind'], codec, pixels }],
  );

const playedAudio: readonly string[] = ['aac', 'mp3', 'opus', 'flac', 'pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_f32le'];
const playedVideo: readonly string[] = ['h264', 'vp9', 'av1'];
const playedPixels: readonly string[] = ['yuv420p', 'yuvj420p'];

/** Tells whether every browser plays these, in a file that `mayPlay`. */
export const arePlayed = (streams: readonly Stream[]): boolean =>
  streams.every(({ kind, codec, pixels }) =>
    kind === 'Audio' ? playedAudio.includes(codec) : playedVideo.includes(codec) && playedPixels.includes(pixels),
  );

const words = (text: string): string[] => text.trim().split(/\s+/);

const mostWidthPx = 1280;
/** Most pixels of the video's picture, before it is made smaller. */
const mostPixels = 4096 * 2304;

/** Decoders of what people send; what none of them reads is not tried with the hundreds of others. */
const decoders = words(`
  h264 hevc av1 libdav1d vp8 vp9 mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4 h263 flv mpeg1video mpeg2video mjpeg wmv1 wmv2 wmv3
  vc1 theora prores aac aac_latm mp3 mp3float mp2 mp2float mp1 mp1float amrnb amrwb ac3 eac3 wmav1 wmav2 wmapro wmavoice
  alac flac vorbis opus speex libspeex qcelp evrc gsm gsm_ms nellymoser ape wavpack adpcm_ima_wav adpcm_ima_qt adpcm_ms
  adpcm_swf g726 g729 pcm_alaw pcm_mulaw pcm_u8 pcm_s8 pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be
  pcm_f32le pcm_f32be pcm_f64le`).join(',');

/** Files alone, and one reader for them and for whatever they have in them: nothing in a file makes ffmpeg open another. */
const input = (path: string, { format }: Source): string[] => [
  ...words('-nostdin -hide_banner -threads 1 -protocol_whitelist file'),
  ...['-format_whitelist', format, '-codec_whitelist', decoders, '-max_pixels', String(mostPixels)],
  ...['-f', format, '-i', `file:${path}`],
];

/** Has ffmpeg say what is in a file; it ends with an error, since it is given nothing to make. */
export const lookArguments = (path: string, source: Source): string[] => [...input(path, source), '-dn', '-sn'];

const video = [
  ...words('-map 0:V:0 -c:v libx264 -preset veryfast -crf 26 -pix_fmt yuv420p -fpsmax 30'),
  ...['-vf', `scale=w='min(${mostWidthPx},iw)':h='min(${mostWidthPx},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`],
];
const audio = words('-map 0:a:0? -c:a aac -b:a 96k -ar 44100 -af aformat=channel_layouts=mono|stereo');

/** Shape of a copy: `name` is its file in the folder, and a second more than `longestSeconds` shows that the file is longer. */
export type CopyShape = { hasVideo: boolean; longestSeconds: number; name: string };

/** Has ffmpeg make the copy, without the file's titles, places and other metadata. */
export const copyArguments = (path: string, source: Source, { hasVideo, longestSeconds, name }: CopyShape): string[] => [
  ...words('-loglevel error -nostats -progress pipe:1 -y'),
  ...input(path, source),
  ...(hasVideo ? video : []),
  ...audio,
  ...words('-sn -dn -map_metadata -1 -map_chapters -1 -filter_threads 1 -threads 1'),
  ...['-t', String(longestSeconds + 1), '-movflags', '+faststart', '-f', 'mp4', `file:${name}`],
];

/** Returns the length of the copy so far, by the last line of ffmpeg's progress. */
export function copiedSeconds(progress: string): number {
  const last = [...progress.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
  return Number(last ?? 0) / 1_000_000;
}
