import type {
  Framepress,
  RenderSession,
  RenderSessionCreate,
  RenderSessionUpdate,
  TemplateStyleVersion,
} from '@framepress/client';
import { plainRatio } from '../shared/frame-shape.ts';
import { changeOf, type RenderOptions } from '../shared/render-options.ts';
import { groupMetadata, mappingFor, newGroupId } from '../shared/session-group.ts';

/** Another size of the template. */
export type OtherSize = { versionId: string; name: string; width: number; height: number };

export type SizesRequest = {
  session: RenderSession;
  version: TemplateStyleVersion;
  /** The chosen sizes beside that of the draft. */
  others: readonly OtherSize[];
  options: RenderOptions;
  mapping: object;
};

/**
 * Saves the options in a draft and starts it, with the other sizes as one group. Returns the id of the group;
 * undefined for one size. If a size is refused, none is started, and the error is thrown.
 */
export async function startSizes(
  { renders, versions }: Pick<Framepress, 'renders' | 'versions'>,
  { session, version, others, options, mapping }: SizesRequest,
): Promise<string | undefined> {
  const change = changeOf(options, mapping);
  if (others.length === 0) {
    await renders.update(session.id, change);
    await renders.start(session.id, options.kind);
    return undefined;
  }
  const groupId = newGroupId();
  const title = options.title.trim() || session.title;
  const draftSize = sizeOfVersion(version);
  const plainTitle = title.endsWith(` ${plainRatio(draftSize)}`)
    ? title.slice(0, -plainRatio(draftSize).length - 1)
    : title;
  const titleOf = (size: Size) => `${plainTitle} ${plainRatio(size)}`;
  const created: string[] = [];
  try {
    for (const size of others) {
      const other = await versions.get(size.versionId);
      const width =
        options.width === undefined ? undefined : scaled(size, options.width, draftSize);
      const request = {
        ...changeOf({ ...options, width, title: titleOf(size) }, mapping),
        mapping: mappingFor(other, mapping),
        metadata: groupMetadata(groupId, size),
      } as RenderSessionCreate;
      created.push((await renders.create(request)).id);
    }
    const metadata = { ...session.metadata, ...groupMetadata(groupId, draftSize) };
    const ownChange = { ...change, title: titleOf(draftSize), metadata } as RenderSessionUpdate;
    await renders.update(session.id, ownChange);
    // The draft is started last: what was started before can be taken back.
    for (const id of [...created, session.id]) await renders.start(id, options.kind);
  } catch (error) {
    // Drafts that were not started would stay in the list.
    await Promise.allSettled(created.map((id) => renders.delete(id)));
    throw error;
  }
  return groupId;
}

type Size = { width: number; height: number };

function sizeOfVersion({ width, height }: TemplateStyleVersion): Size {
  return { width: width ?? 0, height: height ?? 0 };
}

/** Returns the width of a size that is made smaller by the same part as the draft's. */
function scaled(size: Size, width: number, draftSize: Size): number {
  return 2 * Math.round((size.width * width) / (2 * draftSize.width));
}
