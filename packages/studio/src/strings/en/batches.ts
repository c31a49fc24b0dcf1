/** The pages of batches. */
export const batches = { 'batches.title': 'Batches', 'batch.title': 'Batch' } as const;
