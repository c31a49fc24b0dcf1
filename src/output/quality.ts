/** How much encoder time a video gets. */
export type Quality = 'draft' | 'standard' | 'high';
