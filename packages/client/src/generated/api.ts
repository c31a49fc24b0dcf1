// Written by `npm run generate` from the OpenAPI document. Do not edit.

export interface paths {
    "/oauth/token": {
        /**
         * Request an access token (RFC 6749, client credentials)
         * @description Send the id and the secret of a client as JSON, as a form or with HTTP Basic. Without `scope` the token has the scope of the client. Tokens expire after an hour, unless the operator has set another time.
         */
        post: operations["createToken"];
    };
    "/oauth/revoke": {
        /**
         * Revoke an access token (RFC 7009)
         * @description The token stops working at once. An unknown token is no error.
         */
        post: operations["revokeToken"];
    };
    "/v2/templates": {
        /**
         * List templates, newest first
         * @description Each template has the number of its styles and versions, and the poster and demo video of its newest ready version.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["listTemplates"];
    };
    "/v2/templates/{id}": {
        /**
         * Read a template
         * @description A template groups styles, such as landscape and portrait. `GET /v2/templates/:id/styles` lists them with the versions to render.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["getTemplate"];
        /**
         * Remove a template with its styles, versions and files
         * @description The response is 409 while a render or an import uses one of its versions. Rendered sessions and their videos stay.
         *
         *     Scope: template_style_version:write.
         */
        delete: operations["deleteTemplate"];
        /**
         * Rename a template
         * @description Only the name can change. Sessions and versions keep their ids.
         *
         *     Scope: template_style_version:write.
         */
        patch: operations["updateTemplate"];
    };
    "/v2/templates/{id}/styles": {
        /**
         * List the styles of a template with their active versions, newest first
         * @description `version_ids` has the active version for each language: the newest one whose status is `edit_ready`. Use its id in a mapping.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["listTemplateStyles"];
    };
    "/v2/template_styles/{id}": {
        /**
         * Remove a template style with its versions and their files
         * @description The response is 409 while a render or an import uses one of its versions. Rendered sessions and their videos stay.
         *
         *     Scope: template_style_version:write.
         */
        delete: operations["deleteTemplateStyle"];
        /**
         * Rename a template style
         * @description Only the name can change.
         *
         *     Scope: template_style_version:write.
         */
        patch: operations["updateTemplateStyle"];
    };
    "/v2/template_style_versions": {
        /**
         * List template style versions, newest first, without their editables
         * @description `error_count` and `warning_count` count the entries of the report, which the version itself has.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["listTemplateStyleVersions"];
        /**
         * Upload a template package
         * @description Send the package as the part `file`, after all other parts. Without `template_id` and `template_style_id` a new template and style are created. The import runs afterwards: read the version until its status is `edit_ready` or `failed`. `Prefer: wait=30` delays the response until the import has ended.
         *
         *     Scope: template_style_version:write.
         */
        post: operations["createTemplateStyleVersion"];
    };
    "/v2/template_style_versions/{id}": {
        /**
         * Read a template style version
         * @description The status changes from `processing` to `demo_rendering` to `edit_ready`, or to `failed`. `report` has the errors and warnings of the import; `findings` groups the warnings, with advice for designers. `Prefer: wait=30` delays the response until the import has ended.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateStyleVersion"];
        /**
         * Remove a template style version with its files
         * @description The response is 409 while a render or its import uses it. Rendered sessions and their videos stay. Starting a draft, a final or a retry of the removed version fails with `template_version_unknown`.
         *
         *     Scope: template_style_version:write.
         */
        delete: operations["deleteTemplateStyleVersion"];
        /**
         * Rename a template style version
         * @description Only the name can change. Upload a new version to change the content.
         *
         *     Scope: template_style_version:write.
         */
        patch: operations["updateTemplateStyleVersion"];
    };
    "/v2/template_style_versions/{id}/retry": {
        /**
         * Import a failed template style version again
         * @description Imports the same package. Use it if the report says that the machine was busy, or after an update of the service; correct and upload the package for all other errors. The response is 409 for a version that has not failed.
         *
         *     Scope: template_style_version:write.
         */
        post: operations["retryTemplateStyleVersion"];
    };
    "/v2/template_style_versions/{id}/font": {
        /**
         * Read the file of a font of the template
         * @description For samples of the font beside its name. Fonts that the template does not contain are answered 404. The licence of a font may limit its use.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateFont"];
    };
    "/v2/template_style_versions/{id}/draft": {
        /**
         * Propose settings that make a package editable
         * @description For packages without editables, and for a version that failed because its template.json is wrong. `settings` has the texts, images, large colors and controls that are likely content; `contents` lists everything that can be made editable. Change the settings, look at them with `POST …/draft/stills`, and save them with `POST …/versions`.
         *
         *     Scope: template_style_version:read.
         */
        get: operations["getTemplateDraft"];
    };
    "/v2/template_style_versions/{id}/draft/stills": {
        /**
         * Draw a frame with other settings
         * @description The frame of the template as it would be with these settings. Images without a file show their name.
         *
         *     Scope: template_style_version:read.
         */
        post: operations["createTemplateDraftStill"];
    };
    "/v2/template_style_versions/{id}/versions": {
        /**
         * Add a version with other settings and files
         * @description The new version has the same package with the settings as its template.json, and belongs to the same template, style and language. A `.json` becomes a `.zip`. The import runs afterwards, as after an upload. `Prefer: wait=30` delays the response until the import has ended.
         *
         *     Scope: template_style_version:write.
         */
        post: operations["createVersionFromSettings"];
    };
    "/v2/template_style_versions/{id}/specs": {
        /**
         * Read the editables and fonts that a mapping can use
         * @description The names and kinds of everything that a mapping can fill, in the form that form builders need.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateStyleVersionSpecs"];
    };
    "/v2/template_style_versions/{id}/schema": {
        /**
         * Read the JSON Schema of the mapping
         * @description The JSON Schema is for this version only: it has the names of its editables. Use it in form builders, and to generate types.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["getTemplateStyleVersionSchema"];
    };
    "/v2/render_sessions/{id}/captions": {
        /**
         * Read the captions of a session with their cues
         * @description Captions of files and of audio are those that the session has rendered; those of a final are the captions beside its video. Those of a draft are fetched and recognised now.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["getSessionCaptions"];
        /**
         * Change the cues of the captions of a session
         * @description The next render draws the new cues: that of a draft, the final of a preview, or the retry of a failed session. The cues replace the source of captions in the mapping of the session. With `If-Match` the change is only made if nobody changed the session meanwhile.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        put: operations["updateSessionCaptions"];
    };
    "/v2/captions": {
        /**
         * Return the cues of the captions of a mapping without a render
         * @description Fetches files with captions, and recognises the words of captions that come from audio. Entries of other editables may be missing.
         *
         *     Scope: mapping:write. An edit token is accepted as well.
         */
        post: operations["listCaptions"];
    };
    "/v2/mappings": {
        /**
         * List the stored mappings, newest first, without their entries
         * @description Mappings of sessions are not listed. Read a mapping to get its entries.
         *
         *     Scope: mapping:read.
         */
        get: operations["listMappings"];
        /**
         * Store a mapping, which may be partial
         * @description A stored mapping can be incomplete. Name it as `mapping_id` when a session is created: the session copies it.
         *
         *     Scope: mapping:write.
         */
        post: operations["createMapping"];
    };
    "/v2/mappings/{id}": {
        /**
         * Read a mapping
         * @description Returns the mapping with its entries.
         *
         *     Scope: mapping:read.
         */
        get: operations["getMapping"];
        /**
         * Replace a mapping
         * @description Replaces the whole mapping. Sessions that have copied it do not change.
         *
         *     Scope: mapping:write.
         */
        put: operations["replaceMapping"];
        /**
         * Remove a stored mapping
         * @description Sessions that have copied the mapping keep their copy.
         *
         *     Scope: mapping:write.
         */
        delete: operations["deleteMapping"];
        /**
         * Change entries of a mapping
         * @description Sets the entries that the body names, and removes those that are null. Simultaneous requests are all applied.
         *
         *     Scope: mapping:write.
         */
        patch: operations["updateMapping"];
    };
    "/v2/mappings/validate": {
        /**
         * Check a complete mapping without a render
         * @description Runs every check of a render: fetches and probes the media, and lays out the text. The answer is 200 for an invalid mapping, too: read `valid`. `fit` shows how each text fits.
         *
         *     Scope: mapping:write. An edit token is accepted as well.
         */
        post: operations["validateMapping"];
    };
    "/v2/mappings/{id}/fit-report": {
        /**
         * Check a mapping for a version of another size or language without a render
         * @description Use it before one mapping renders several sizes or languages. Entries of editables that the other version does not have are left out and listed in `ignored_editables`. Pointers of errors are into the mapping.
         *
         *     Scope: mapping:write.
         */
        post: operations["createFitReport"];
    };
    "/v2/uploads": {
        /**
         * List uploads that have not expired, newest first
         * @description An upload expires; `expires_at` has the time. `q` searches the file names.
         *
         *     Scope: upload:read.
         */
        get: operations["listUploads"];
        /**
         * Upload a media file, for use in mappings by its id
         * @description Send the file as the part `file`. It is probed at once, so a file that cannot be used is rejected here. Use the id as `upload_id` in mappings. Uploads expire.
         *
         *     Scope: upload:write. An edit token is accepted as well.
         */
        post: operations["createUpload"];
    };
    "/v2/uploads/{id}": {
        /**
         * Read an upload
         * @description An edit token reads the uploads of its own session.
         *
         *     Scope: upload:read. An edit token is accepted as well.
         */
        get: operations["getUpload"];
        /**
         * Remove an upload with its file
         * @description The response is 409 while a session that waits or renders names the upload.
         *
         *     Scope: upload:write.
         */
        delete: operations["deleteUpload"];
    };
    "/v2/uploads/{id}/thumbnail": {
        /**
         * Read a small image of an uploaded image or video
         * @description For formats that a browser cannot show, such as HEIC, TIFF or ProRes. An image is never enlarged. An edit token reads the uploads of its own session.
         *
         *     Scope: upload:read. An edit token is accepted as well.
         */
        get: operations["getUploadThumbnail"];
    };
    "/v2/stills": {
        /**
         * Draw one frame of the video
         * @description The image has exactly the pixels of the video at that time. Without `at` and `stillcut` it is the first frame.
         *
         *     Scope: render_session:write. An edit token is accepted as well.
         */
        post: operations["createStill"];
    };
    "/v2/render_sessions/{id}/still": {
        /**
         * Draw one frame of the stored mapping of a session
         * @description As `POST /v2/stills`, for people who may look at a session but not change it. The examples of the template replace missing entries.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["getSessionStill"];
    };
    "/v2/compositions": {
        /**
         * Compile a mapping into a Lottie document for live frames
         * @description A player in the browser draws the document with the exact pixels of the video. Media are read only once: a change of a text or color is answered in a few milliseconds. `Server-Timing` says how long it took.
         *
         *     Scope: render_session:write. An edit token is accepted as well.
         */
        post: operations["createComposition"];
    };
    "/v2/render_sessions/{id}/composition": {
        /**
         * Compile the stored mapping of a session for live frames
         * @description As `POST /v2/compositions` with `render_session_id`, for people who may look at a session but not change it.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["getSessionComposition"];
    };
    "/v2/template_style_versions/{id}/places": {
        /**
         * Find where the editables show in a frame
         * @description Topmost first, in pixels of the video. Use it to find the editable that was clicked. The area of a text without a box is estimated from its example.
         *
         *     Scope: template_style_version:read. An edit token of a session of this version is accepted as well.
         */
        get: operations["listEditablePlaces"];
    };
    "/v2/render_sessions/{id}": {
        /**
         * Read a render session
         * @description File URLs are signed anew for each answer, so they are always valid. With `Prefer: wait=30` the answer is delayed until the status changes.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["getRenderSession"];
        /**
         * Remove a render session with its files; a running render is canceled
         * @description Files that were delivered to your stores stay there.
         *
         *     Scope: render_session:write.
         */
        delete: operations["deleteRenderSession"];
        /**
         * Change a render session; most fields only while it is a draft
         * @description Title, metadata and `external_id` can be changed in every status, all other fields only while the session is a draft. An edit token changes title and mapping only. With `If-Match` the change is only made if nobody changed the session meanwhile.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        patch: operations["updateRenderSession"];
    };
    "/v2/render_sessions/{id}/events": {
        /**
         * Watch a render session: server-sent events `status` and `progress`
         * @description A stream ends after 15 minutes, or when the session has ended. Clients continue with `Last-Event-ID`, as `EventSource` does. The answer is 204 when all events are known.
         *
         *     Scope: render_session:read. An edit token of this session is accepted as well.
         */
        get: operations["watchRenderSession"];
    };
    "/v2/render_sessions/archive": {
        /**
         * Download the videos of several sessions as a ZIP
         * @description Streamed. The files are named by the titles. Captions that a video does not show stand beside it. `missing.txt` lists sessions that have no files yet. For the videos of a batch, use the archive of the batch.
         *
         *     Scope: render_session:read.
         */
        get: operations["getRenderSessionArchive"];
    };
    "/v2/render_sessions": {
        /**
         * List render sessions, newest first, without their mappings
         * @description Returns summaries. Read a session to get its mapping, its fit report and its deliveries. `status` may be a list: `status=failed,canceled`. `metadata[customer]=42` finds sessions with this entry. A page may have fewer sessions than `limit`; the list ends when `next_cursor` is null.
         *
         *     Scope: render_session:read.
         */
        get: operations["listRenderSessions"];
        /**
         * Create a render session
         * @description Checks the whole request and reports all its errors at once. With `render` the render starts at once; without it the session is a draft, which may be incomplete. The body has either `mapping` or `mapping_id`. Wait with `Prefer: wait`, the event stream or a webhook.
         *
         *     Scope: render_session:write.
         */
        post: operations["createRenderSession"];
    };
    "/v2/render_sessions/{id}/copy": {
        /**
         * Create a session with the mapping of another session, with changes
         * @description Copies a session in any status to a new session. Title, mapping, output, preview, priority and metadata come from the original, unless the body has them. External uploads, `external_id` and webhooks are not copied. Media are fetched again. An edit token copies its session after a render that was started has ended, without a body. That copy also has the `external_id` and the webhook of the original. A session has one such copy: further requests answer the same copy. The answer has an edit token of the copy, which expires no later than the former one, and ends when the original is removed.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["copyRenderSession"];
    };
    "/v2/render_sessions/{id}/edit_token": {
        /**
         * Create another edit token of a session
         * @description For a page that edits the session longer than its token is valid, or for another page. Earlier tokens stay valid until they expire. The body is empty. An edit token cannot create one.
         *
         *     Scope: render_session:write.
         */
        post: operations["createEditToken"];
    };
    "/v2/render_sessions/{id}/render": {
        /**
         * Render a draft, or the final of a rendered preview
         * @description A final uses the same inputs as its preview. A request for a render that is running or complete changes nothing.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["startRenderSession"];
    };
    "/v2/render_sessions/{id}/retry": {
        /**
         * Retry a failed session; finished work is reused
         * @description Every failed session can be retried. Fetched files and finished parts of the video are used again.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["retryRenderSession"];
    };
    "/v2/render_sessions/{id}/deliver": {
        /**
         * Start deliveries of a rendered session again
         * @description Failed and canceled deliveries begin anew, and those that wait for their next attempt are tried at once. The video is not rendered again. A delivery to a presigned URL is sent only while its URL is stored: until it has ended.
         *
         *     Scope: render_session:write.
         */
        post: operations["deliverRenderSession"];
    };
    "/v2/render_sessions/{id}/cancel": {
        /**
         * Cancel a render session, or the pending deliveries of a rendered session
         * @description The render stops within two seconds. A session that is already canceled stays canceled, and the answer is 200.
         *
         *     Scope: render_session:write. An edit token of this session is accepted as well.
         */
        post: operations["cancelRenderSession"];
    };
    "/v2/batches": {
        /**
         * List batches, newest first
         * @description `counts` has the number of rows in each state.
         *
         *     Scope: batch:read.
         */
        get: operations["listBatches"];
        /**
         * Create a batch: one render for each row of JSON, XLSX, CSV or JSON lines
         * @description Send JSON with `rows`, a file (XLSX, CSV or JSON lines) with the options in the query, or a form with the parts `options` and `file`. The answer comes when the columns are checked. Then every row is checked before the first render starts: read the batch until its status is no longer `checking`. With `Prefer: wait=30` the answer is delayed until the batch has ended or pauses.
         *
         *     Scope: batch:write.
         */
        post: operations["createBatch"];
    };
    "/v2/batches/{id}": {
        /**
         * Read a batch; Prefer: wait=N waits until its status changes
         * @description `errors` has the first 100 faults, each with its row and column; `GET /v2/batches/:id/rows?state=invalid` has all of them.
         *
         *     Scope: batch:read.
         */
        get: operations["getBatch"];
        /**
         * Remove a batch that does not run, and its sessions if requested
         * @description 409 while the batch is checked or runs: cancel it first. With `sessions=true` the sessions of its rows are removed with their videos.
         *
         *     Scope: batch:write.
         */
        delete: operations["deleteBatch"];
    };
    "/v2/batches/{id}/pause": {
        /**
         * Pause a batch: no further row begins, running rows are finished
         * @description Nothing is lost: `POST /v2/batches/:id/resume` continues.
         *
         *     Scope: batch:write.
         */
        post: operations["pauseBatch"];
    };
    "/v2/batches/{id}/resume": {
        /**
         * Resume a paused or canceled batch; invalid rows are left out
         * @description Also starts a batch that was created with `start: false`, or that paused because of invalid rows; those rows are left out. In a canceled batch, the rows without a video render that have not failed: each row whose render was canceled gets a new session. If the cancel came during the check, the check continues.
         *
         *     Scope: batch:write.
         */
        post: operations["resumeBatch"];
    };
    "/v2/batches/{id}/cancel": {
        /**
         * Cancel a batch with its running renders; finished videos stay
         * @description Running renders stop within two seconds. Rendered videos stay. `POST /v2/batches/:id/resume` continues a canceled batch.
         *
         *     Scope: batch:write.
         */
        post: operations["cancelBatch"];
    };
    "/v2/batches/{id}/retry": {
        /**
         * Render failed rows again, and rows with new values
         * @description Without a body all failed rows are rendered again. With `rows`, only these rows, also canceled ones; `values` replace cells, also of invalid and rendered rows. The response is 409 for a canceled batch: resume it first.
         *
         *     Scope: batch:write.
         */
        post: operations["retryBatch"];
    };
    "/v2/tables": {
        /**
         * Read a table: its sheets, columns and rows, without a batch
         * @description Send a file of XLSX or CSV as the part `file`, after the part `options`. The cells are texts, as a batch of the file has them. Nothing is stored.
         *
         *     Scope: batch:write.
         */
        post: operations["readTable"];
    };
    "/v2/batches/{id}/rows": {
        /**
         * List the rows of a batch, in their order
         * @description `state=failed` or `state=invalid` lists only those rows, with their errors. `values=true` adds the cells, so that a person can correct them.
         *
         *     Scope: batch:read.
         */
        get: operations["listBatchRows"];
    };
    "/v2/batches/{id}/manifest": {
        /**
         * Read all rows with their videos and errors, as JSON or CSV
         * @description Streamed, for any number of rows. In CSV, cells that a spreadsheet would run as a formula begin with an apostrophe.
         *
         *     Scope: batch:read.
         */
        get: operations["getBatchManifest"];
    };
    "/v2/batches/{id}/archive": {
        /**
         * Download the finished videos as a ZIP; missing.csv lists the other rows
         * @description Streamed. The files are named by `external_id`, by the title of the row, or by its number.
         *
         *     Scope: batch:read.
         */
        get: operations["getBatchArchive"];
    };
    "/v2/destinations": {
        /**
         * List destinations, newest first
         * @description Credentials are not returned; `identity` names them.
         *
         *     Scope: destination:read.
         */
        get: operations["listDestinations"];
        /**
         * Add a cloud storage destination with its credentials
         * @description Uploads whose `to` begins with `prefix` use these credentials. They are stored encrypted and never returned.
         *
         *     Scope: destination:write.
         */
        post: operations["createDestination"];
    };
    "/v2/destinations/{id}": {
        /**
         * Read a destination
         * @description Credentials are not returned; `identity` names them.
         *
         *     Scope: destination:read.
         */
        get: operations["getDestination"];
        /**
         * Remove a destination
         * @description Deliveries that need it fail from now on.
         *
         *     Scope: destination:write.
         */
        delete: operations["deleteDestination"];
        /**
         * Change a destination; options and credentials are replaced completely
         * @description Waiting deliveries to the destination are tried again at once. A change of the host needs the credentials again.
         *
         *     Scope: destination:write.
         */
        patch: operations["updateDestination"];
    };
    "/v2/destinations/{id}/test": {
        /**
         * Test a destination: write, read and delete a small file, and report each step
         * @description The answer is 200 when a step fails, too: read `ok`. Waiting deliveries are tried again after a success.
         *
         *     Scope: destination:write.
         */
        post: operations["testDestination"];
    };
    "/v2/webhook_endpoints": {
        /**
         * List webhook endpoints, newest first
         * @description Endpoints of sessions are listed only with `render_session_id`.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["listWebhookEndpoints"];
        /**
         * Add a webhook endpoint; only this response contains its secret
         * @description The endpoint receives the events of the whole account. Verify requests with the secret, as Standard Webhooks 1.0 describes.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["createWebhookEndpoint"];
    };
    "/v2/webhook_endpoints/{id}": {
        /**
         * Read a webhook endpoint
         * @description `failing_since` is the time of the first failure since the last success.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["getWebhookEndpoint"];
        /**
         * Remove a webhook endpoint with its delivery log
         * @description Events that wait for the endpoint are not sent.
         *
         *     Scope: webhook_endpoint:write.
         */
        delete: operations["deleteWebhookEndpoint"];
        /**
         * Change, disable or enable a webhook endpoint
         * @description Applies to all requests that start afterwards. An endpoint that was disabled is enabled with `status`. A new `url` and `status: enabled` also send the events at once that wait for their next attempt.
         *
         *     Scope: webhook_endpoint:write.
         */
        patch: operations["updateWebhookEndpoint"];
    };
    "/v2/webhook_endpoints/{id}/rotate_secret": {
        /**
         * Create a new secret; the old secret also signs for one day
         * @description For a day, requests have a signature of both secrets, so that your server can change at any time. With `keep_previous: false` the old secret ends at once.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/v2/webhook_endpoints/{id}/test": {
        /**
         * Send a test event now and return the response of the endpoint
         * @description The test does not wait for other events and is not retried. The answer has the response of your server. If it accepts the test, events that wait for their next attempt are sent at once.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["testWebhookEndpoint"];
    };
    "/v2/webhook_endpoints/{id}/deliveries": {
        /**
         * List the deliveries to an endpoint, newest first
         * @description The log has every attempt with its time, status and the beginning of the response. It is stored for 30 days.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/v2/webhook_endpoints/{id}/replay": {
        /**
         * Send the events of a time range again
         * @description Events are sent in their order, with the `webhook-id` that they had. By default only missed events are sent: those since the endpoint was created that it has not accepted. An event that waits for its next attempt is sent at once.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["replayWebhookEvents"];
    };
    "/v2/webhook_deliveries/{id}": {
        /**
         * Read a delivery of an event
         * @description Returns all attempts of the delivery.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["getWebhookDelivery"];
    };
    "/v2/webhook_deliveries/{id}/replay": {
        /**
         * Send an event again
         * @description Creates a new delivery of the same event, with the same `webhook-id`. If a delivery of the event waits for its next attempt, this delivery is returned and sent at once, with earlier events of the same session.
         *
         *     Scope: webhook_endpoint:write.
         */
        post: operations["replayWebhookDelivery"];
    };
    "/v2/webhook_events": {
        /**
         * Watch the events of the account as server-sent events, for development
         * @description The stream continues with `Last-Event-ID`. The token also needs `render_session:read` and `template_style_version:read`, because events contain these objects.
         *
         *     Scope: webhook_endpoint:read.
         */
        get: operations["watchWebhookEvents"];
    };
    "/v2/account": {
        /**
         * Read the limits of the account and their use
         * @description A limit of null means no limit. Above a limit, requests are answered 429 with the limit, its use and the time at which it frees.
         *
         *     Scope: usage:read.
         */
        get: operations["getAccount"];
    };
    "/v2/usage": {
        /**
         * Read the renders of the account by day and template
         * @description Each render is counted once, on the day (UTC) on which it ends. Removed sessions and templates stay counted.
         *
         *     Scope: usage:read.
         */
        get: operations["getUsage"];
    };
    "/v2/speech": {
        /**
         * Read the voices, and whether words can be recognised
         * @description The operator of the service configures both.
         *
         *     Scope: template_style_version:read. An edit token is accepted as well.
         */
        get: operations["getSpeech"];
    };
    "/v2/clients": {
        /**
         * List the API clients of the account, newest first
         * @description For administrators. Secrets are not returned.
         *
         *     Scope: *.
         */
        get: operations["listClients"];
        /**
         * Add an API client
         * @description For administrators. Only this response contains the secret.
         *
         *     Scope: *.
         */
        post: operations["createClient"];
    };
    "/v2/clients/{id}/rotate": {
        /**
         * Replace the secret of an API client
         * @description For administrators. The old secret, its tokens and its studio sessions become invalid at once. Only this response contains the new secret.
         *
         *     Scope: *.
         */
        post: operations["rotateClientSecret"];
    };
    "/v2/clients/{id}": {
        /**
         * Remove an API client
         * @description For administrators. Its tokens, edit tokens and studio sessions end at once.
         *
         *     Scope: *.
         */
        delete: operations["deleteClient"];
    };
    "/files/{key}": {
        /**
         * Read a file by its signed URL; Range, HEAD and validators as in RFC 9110
         * @description Other answers contain these URLs: they are signed, expire, and need no token. Pages of every origin may read them. A service with `FILES=redirect` sends clients to its store for large files (302).
         */
        get: operations["getFile"];
    };
    "/previews/{account}/{entry}/{name}": {
        /**
         * Read an image or the audio of a composition by its signed URL
         * @description The audio is mixed at the first request. `width` returns a smaller image. A file that was not used for a day is removed (404): request the composition again.
         */
        get: operations["getCompositionFile"];
    };
    "/mcp": {
        /**
         * Send a message to the MCP server (streamable HTTP)
         * @description For agents: https://modelcontextprotocol.io. Its tools have the rights of the token. Use an MCP client instead of calling this directly.
         */
        post: operations["callMcp"];
    };
    "/studio/session": {
        /**
         * Read who is signed in to the studio
         * @description For pages of the service: the session is in the cookie `framepress_session`. Without a session, `sign_in` of the error says whether OpenID Connect is configured.
         */
        get: operations["getStudioSession"];
        /**
         * Sign in to the studio
         * @description For pages of the service. Sets the cookie `framepress_session`, which scripts cannot read. A code works once. With the cookie, pages of the service use `/v2` without a token; changes need the header `X-Framepress-CSRF`.
         */
        post: operations["createStudioSession"];
        /**
         * Sign out of the studio
         * @description Needs the header `X-Framepress-CSRF`.
         */
        delete: operations["deleteStudioSession"];
    };
    "/studio/link": {
        /**
         * Ask whether a one-time link is of this service
         * @description For `framepress studio`, which writes the link into a data folder: a service with another folder does not know it. The link is not used up.
         */
        post: operations["checkStudioLink"];
    };
    "/studio/people": {
        /**
         * List the people who sign in to the studio
         * @description For admins of the account, in pages of the service. At most 1000 people, oldest first. People whose access was ended come last.
         */
        get: operations["listStudioPeople"];
        /**
         * Invite a person to the studio
         * @description The link works once within 7 days. Send it to the person.
         */
        post: operations["inviteStudioPerson"];
    };
    "/studio/people/{id}/link": {
        /**
         * Make another sign-in link for a person
         * @description For people who were invited; others sign in at their organization.
         */
        post: operations["createStudioPersonLink"];
    };
    "/studio/people/{id}": {
        /**
         * Remove a person whose access was ended
         * @description For people who were invited. Others would come back without the block at their next sign-in.
         */
        delete: operations["removeStudioPerson"];
        /**
         * Change the role of a person, or end or allow the access
         * @description A blocked person is signed out everywhere. The role of people of an organization comes from there.
         */
        patch: operations["updateStudioPerson"];
    };
    "/studio/sign-in/openid": {
        /**
         * Sign in to the studio with OpenID Connect
         * @description For browsers: redirects to the issuer of the configuration, which sends the browser back. After a failure the studio opens with `error` in its address.
         */
        get: operations["startOpenIdSignIn"];
    };
    "/studio/sign-in/openid/callback": {
        /**
         * Finish a sign-in with OpenID Connect
         * @description The redirect URI to register at the issuer.
         */
        get: operations["finishOpenIdSignIn"];
    };
    "/engine/{key}": {
        /**
         * Read a file of the engine that draws live frames
         * @description The folder has a digest in its name, so its files never change. Pages of every origin may read them.
         */
        get: operations["getEngineFile"];
    };
    "/editor/{key}": {
        /**
         * Read a file of the editor element
         * @description `/editor/framepress-editor.js` is the module that defines `<framepress-editor>`. Pages of every origin may load it.
         */
        get: operations["getEditorFile"];
    };
    "/examples": {
        /**
         * List the example templates
         * @description Packages that come with the service. To use one, read its file and upload it as a template style version.
         */
        get: operations["listExampleTemplates"];
    };
    "/examples/{key}": {
        /**
         * Read the package of an example template
         * @description `GET /examples` lists the files.
         */
        get: operations["getExampleTemplate"];
    };
    "/": {
        /**
         * Go to the studio, or to the documentation
         * @description Redirects a browser to `/studio/`, and other clients to `/docs`. Without the files of the studio, browsers also go to `/docs`.
         */
        get: operations["getStart"];
    };
    "/studio": {
        /**
         * Go to the studio
         * @description Redirects a browser to `/studio/`.
         */
        get: operations["getStudioStart"];
    };
    "/studio/{key}": {
        /**
         * Read the page of the studio, or one of its files
         * @description The page itself is at `/studio/`.
         */
        get: operations["getStudioFile"];
    };
    "/v2/queue": {
        /**
         * Read the open work of the whole service
         * @description For autoscalers and dashboards. Each process answers the same. The token must belong to the account `acc_default`.
         *
         *     Scope: service:read.
         */
        get: operations["getQueue"];
    };
    "/metrics": {
        /**
         * Read the metrics of this process for Prometheus
         * @description The same metrics are at `FRAMEPRESS_PROBE_PORT` without a token. The token must belong to the account `acc_default`.
         *
         *     Scope: service:read.
         */
        get: operations["getMetrics"];
    };
    "/healthz": {
        /**
         * Check whether the process is alive
         * @description Answers as long as the process runs. Use it to decide about a restart.
         */
        get: operations["getHealth"];
    };
    "/readyz": {
        /**
         * Check whether the service is ready; 503 when it is not
         * @description Checks the database, the storage, the encoder, the jobs, the load and the clock. Use it to decide about traffic.
         */
        get: operations["getReadiness"];
    };
    "/docs": {
        /**
         * Read the documentation
         * @description This page. It needs no other server.
         */
        get: operations["getDocs"];
    };
    "/docs/{key}": {
        /**
         * Read a guide, or a file of the documentation
         * @description A guide is a page at `/docs/sessions` and Markdown at `/docs/sessions.md`.
         */
        get: operations["getDocsPage"];
    };
    "/llms.txt": {
        /**
         * List the guides for language models
         * @description A list of links to Markdown, in the form of llmstxt.org.
         */
        get: operations["getLlmsText"];
    };
    "/llms-full.txt": {
        /**
         * Read all guides as one text
         * @description For language models and for search.
         */
        get: operations["getLlmsFullText"];
    };
    "/openapi.json": {
        /**
         * Read the OpenAPI document
         * @description The OpenAPI 3.1 document of this service, made from the schemas that validate requests.
         */
        get: operations["getOpenApi"];
    };
}
export interface webhooks {
    "render_session.status.changed": {
        /**
         * A session was created, or its status changed
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RenderSessionStatusChanged"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "render_session.external_upload.complete": {
        /**
         * A file was delivered
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RenderSessionExternalUploadComplete"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "render_session.external_upload.failed": {
        /**
         * A delivery has failed finally
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RenderSessionExternalUploadFailed"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "render_session.external_upload.canceled": {
        /**
         * A delivery was canceled, or a final replaced it
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RenderSessionExternalUploadCanceled"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "template_style_version.status.changed": {
        /**
         * A template was uploaded, or the status of its import changed
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleVersionStatusChanged"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "batch.waiting": {
        /**
         * A batch waits for a limit of the account, or for storage
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BatchWaiting"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "batch.completed": {
        /**
         * All rows of a batch have ended
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BatchCompleted"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "batch.row.failed": {
        /**
         * The render of a row of a batch has failed
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BatchRowFailed"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "webhook_endpoint.disabled": {
        /**
         * The service disabled another endpoint, which failed for too long or is gone
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDisabled"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
    "webhook_endpoint.test": {
        /**
         * A test of this endpoint was requested
         * @description Answer with 2xx within 15 seconds. Verify the signature before you read the body.
         */
        post: {
            parameters: {
                header: {
                    /** @description The id of the event, the same for each attempt: a receiver skips an id that it knows */
                    "webhook-id": string;
                    /** @description The time of the attempt, in seconds since 1970 */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces */
                    "webhook-signature": string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointTest"];
                };
            };
            responses: {
                /** @description The endpoint is gone: it is disabled */
                410: {};
                /** @description The event is accepted */
                "2XX": {};
                /** @description The event is sent again later */
                default: {};
            };
        };
    };
}
export interface components {
    schemas: {
        /** @description The limits of an account and their use */
        Account: {
            id: string;
            name: string;
            limits: components["schemas"]["AccountLimits"];
            usage: components["schemas"]["AccountUsage"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
        };
        /** @description Null: no limit */
        AccountLimits: {
            /** @description Further renders and imports wait */
            renders_at_once: number | null;
            /** @description Sessions and imports that wait or run; more are answered 429 (`queue_full`) */
            queued_sessions: number | null;
            /** @description Frames in a day (UTC); more are answered 429 (`daily_limit_exceeded`) */
            frames_per_day: number | null;
            /** @description More is answered 429 (`quota_exceeded`) */
            stored_bytes: number | null;
            /** @description Characters that are spoken in a day (UTC); more are `daily_limit_exceeded` */
            speech_characters_per_day: number | null;
            /** @description Seconds of audio whose words are recognised in a day (UTC); more are `daily_limit_exceeded` */
            transcription_seconds_per_day: number | null;
        };
        AccountResponse: {
            account: components["schemas"]["Account"];
        };
        /** @description What an account uses now */
        AccountUsage: {
            /** @description Sessions that are composed or drawn */
            rendering_sessions: number;
            /** @description Sessions and imports that wait or run */
            queued_sessions: number;
            /** @description Frames of renders that ended today, and of all renders that have not ended */
            frames_today: number;
            /** @description Stored files, in bytes; as a limit, null is none */
            stored_bytes: number;
            /** @description Characters spoken today (UTC) */
            speech_characters_today: number;
            /** @description Seconds of audio whose words were recognised today (UTC) */
            transcription_seconds_today: number;
        };
        /** @description An audio file; null is silence */
        AudioEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
                speech?: {
                    /** @description At most 5,000 characters. {name} is the text of an editable, {{ a brace. */
                    text: string;
                    /** @description A voice of the speech server. */
                    voice?: string;
                    /** @description Language tag, such as en or pt-BR */
                    language?: string;
                    /** @description 1 is the usual speed of the voice. */
                    speed?: number;
                };
            } | null;
            transform?: components["schemas"]["AudioTransform"];
        } | null;
        /** @description How a speech fits the time that it has */
        AudioFit: {
            /** @description How much faster it plays: 1 is unchanged */
            speed: number;
            /** @description How much of its end is cut */
            cut_seconds: number;
        };
        AudioTransform: {
            /** @constant */
            trim_strategy?: "manual";
            /** @description Start within the file, in seconds */
            trim_start_time?: number;
            /** @description Volume: 0 is silence, 1 is unchanged */
            volume?: number;
            /** @description Length of the fade at the start, in seconds */
            fade_in?: number;
            /** @description Length of the fade at the end, in seconds */
            fade_out?: number;
            loop?: boolean;
            /**
             * @description When it is longer than its place: "speed" plays it up to 1.15 times faster.
             * @enum {string}
             */
            fit?: "speed" | "cut";
            /** @description How far other audio goes down while this one speaks, in dB. */
            duck?: number;
            /** @description When the track "voice" begins, in seconds of the video. */
            start?: number;
        };
        AzureCredentials: {
            account_key: string & (unknown & unknown);
        } | {
            sas_token: string;
        } | {
            connection_string: string;
        };
        AzureOptions: {
            cache_control?: string;
            /** Format: uri */
            endpoint?: string;
            /** @enum {string} */
            access_tier?: "Hot" | "Cool" | "Cold" | "Archive";
        };
        /** @description Rows count from 1, without the header of CSV */
        Batch: {
            id: string;
            /** @description A title for people, and the name of the file */
            title: string;
            /** @enum {string} */
            status: "checking" | "running" | "paused" | "completed" | "canceled" | "failed";
            paused_reason: ("user" | "invalid_rows" | "template_removed") | null;
            /** @description Why a running batch begins no further row; null: it does */
            waiting_for: components["schemas"]["BatchWaitingFor"] | null;
            template_style_version_id: string;
            /** @enum {string} */
            render: "preview" | "final";
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority: "normal" | "batch";
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            /** @description Your own texts, returned unchanged */
            metadata: {
                [key: string]: string;
            };
            counts: components["schemas"]["BatchCounts"];
            /** @description 0 to 100 */
            progress: number;
            /** @description Estimated seconds until the end; null while unknown */
            eta_seconds: number | null;
            /** @description Entries of a mapping of another version, and blank rows, that are left out */
            warnings: components["schemas"]["Warning"][];
            /** @description All errors */
            errors: components["schemas"]["RowFault"][];
            /** @description Number of faults after the first 100 */
            more_errors?: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            ended_at: string | null;
        };
        BatchCompleted: {
            /** @constant */
            type: "batch.completed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["BatchCompletedData"];
        };
        BatchCompletedData: {
            batch: components["schemas"]["Batch"];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        /** @description Number of rows by state */
        BatchCounts: {
            /** @description All rows */
            total: number;
            /** @description Rows with faults, which are not rendered */
            invalid: number;
            /** @description Rows that are rendered later */
            waiting: number;
            /** @description Rows whose session waits or renders */
            rendering: number;
            /** @description Rows with a video */
            rendered: number;
            /** @description Rows whose render has failed */
            failed: number;
            /** @description Rows whose render was canceled */
            canceled: number;
        };
        /** @description Rows in a file (XLSX, CSV or JSON lines) are sent with its content type and the options in the query, or as multipart/form-data with the parts options and file. */
        BatchCreate: {
            template_style_version_id: string;
            /** @description What a column of another name contains; null ignores the column */
            columns?: {
                [key: string]: string | null;
            };
            mapping?: components["schemas"]["BatchMappingInput"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description A title for people, and the name of the file */
            title?: string;
            /**
             * @description Default: final
             * @enum {string}
             */
            render?: "preview" | "final";
            /** @description The output, or a list of outputs of one render; the first is the main output */
            output?: components["schemas"]["Output"] | components["schemas"]["Output"][];
            /** @description Deliveries of the files to your stores */
            external_uploads?: components["schemas"]["ExternalUploadCreate"][];
            /** @description Your own texts, returned unchanged */
            metadata?: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id?: string;
            /**
             * @description Default: batch
             * @enum {string}
             */
            priority?: "normal" | "batch";
            /**
             * @description stop (default): a batch with invalid rows pauses after its check
             * @enum {string}
             */
            invalid_rows?: "stop" | "skip";
            /** @description false: the batch pauses after its check */
            start?: boolean;
            /** @description 1 to 100,000 rows: cells by column */
            rows: {
                [key: string]: unknown;
            }[];
        };
        BatchList: {
            batches: components["schemas"]["Batch"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        BatchManifest: {
            batch: components["schemas"]["Batch"];
            rows: components["schemas"]["BatchRow"][];
        };
        /** @description Entries for all rows; those of a row take precedence */
        BatchMapping: {
            template_style_version_id?: string;
            /** @description Entries by the name of their editable */
            resources?: {
                [key: string]: components["schemas"]["MappingEntry"] | components["schemas"]["UnreadableEntry"];
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"] | components["schemas"]["UnreadableEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"] | components["schemas"]["UnreadableEntry"];
            };
            captions?: components["schemas"]["Captions"];
            /** @constant */
            missing?: "example";
        };
        /** @description Entries for all rows; those of a row take precedence */
        BatchMappingInput: {
            template_style_version_id?: string;
            /** @description Entries by the name of their editable */
            resources?: {
                [key: string]: components["schemas"]["MappingEntry"];
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"];
            };
            captions?: components["schemas"]["CaptionsInput"];
            /** @constant */
            missing?: "example";
        };
        BatchResponse: {
            batch: components["schemas"]["Batch"];
        };
        BatchRetry: {
            /** @description Default: all failed rows. Values replace cells by column */
            rows?: {
                /** @description Number of the row, from 1, without the header */
                row: number;
                values?: {
                    [key: string]: unknown;
                };
            }[];
        };
        BatchRow: {
            /** @description Number of the row, from 1, without the header */
            row: number;
            /** @enum {string} */
            state: "invalid" | "waiting" | "rendering" | "rendered" | "failed" | "canceled";
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            /** @description A title for people, and the name of the file */
            title: string;
            render_session_id: string | null;
            /** @description Signed URL of the video; null until it is rendered. Each GET signs it anew. */
            video_url: string | null;
            /** @description An image of the video */
            poster_url: string | null;
            /** @description 0 to 100 */
            progress: number;
            /** @description All errors */
            errors: components["schemas"]["RowFault"][];
            /** @description With `values=true`: the cells by column; null if they are too long */
            values?: {
                [key: string]: unknown;
            } | null;
        };
        BatchRowFailed: {
            /** @constant */
            type: "batch.row.failed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["BatchRowFailedData"];
        };
        BatchRowFailedData: {
            batch_id: string;
            /** @description Number of the row, from 1, without the header */
            row: number;
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            render_session_id: string | null;
            /** @description All errors */
            errors: components["schemas"]["RowFault"][];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        BatchRowList: {
            rows: components["schemas"]["BatchRow"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
            /** @description With `values=true`: the columns that the request of the batch renamed or ignored */
            columns?: {
                [key: string]: string | null;
            };
            /** @description With `values=true`: the entries for all rows */
            mapping?: components["schemas"]["BatchMapping"];
        };
        BatchUpload: {
            /** @description The options as JSON, also sheet, locale, charset and delimiter; before the file */
            options: string;
            /**
             * Format: binary
             * @description XLSX, CSV or JSON lines
             */
            file: string;
        };
        BatchWaiting: {
            /** @constant */
            type: "batch.waiting";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["BatchWaitingData"];
        };
        BatchWaitingData: {
            batch: components["schemas"]["Batch"];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        /** @description A limit of the account, or full storage */
        BatchWaitingFor: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description What to do */
            hint?: string;
            /** @description Names the sentence of `message` */
            message_id?: string;
            /** @description The values in `message`, by name */
            params?: {
                [key: string]: unknown;
            };
            /** @description Names the sentence of `hint` */
            hint_id?: string;
            /** @description The values in `hint`, by name */
            hint_params?: {
                [key: string]: unknown;
            };
            limit?: components["schemas"]["ExceededLimit"];
        };
        /** @description A text and the time at which it shows */
        CaptionCue: {
            /** @description Seconds from the start of the video. */
            start: number;
            /** @description Seconds from the start of the video. */
            end: number;
            /** @description The text; \n begins a new line. */
            text: string;
            words?: components["schemas"]["CaptionWord"][];
        };
        /** @description A text and the time at which it shows */
        CaptionCueInput: {
            /** @description Seconds from the start of the video. */
            start: number;
            /** @description Seconds from the start of the video. */
            end: number;
            /** @description The text; \n begins a new line. */
            text: string;
            words?: components["schemas"]["CaptionWordInput"][];
        };
        /** @description How a caption fits its place */
        CaptionFit: {
            /** @description Seconds of the video */
            start: number;
            /** @description Seconds of the video */
            end: number;
            /** @description Size of the letters: 1 is that of the style */
            font_scale: number;
            /** @description Number of lines */
            lines: number;
            /** @description Whether it is too long at the smallest size */
            overflow: boolean;
            word_broken: boolean;
            /** @description Characters that no font has */
            missing_glyphs: string[];
        };
        /** @description Captions of the video; a list has several languages */
        Captions: components["schemas"]["CaptionTrack"] | components["schemas"]["CaptionTrack"][];
        /** @description As many captions as the session has, in the same order */
        CaptionsEdit: {
            captions: components["schemas"]["EditedCaptions"][];
        };
        /** @description Captions of the video; a list has several languages */
        CaptionsInput: components["schemas"]["CaptionTrackInput"] | components["schemas"]["CaptionTrackInput"][];
        CaptionsRequest: {
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
        };
        CaptionsResponse: {
            captions: components["schemas"]["CaptionsWithCues"][];
        };
        /** @description A built-in style with other values */
        CaptionStyle: {
            /** @enum {string} */
            name: "plain" | "box" | "outline" | "word-highlight" | "word-pop";
            /** @description A font of the template, or the family of a font of the account. */
            font?: string;
            /** @description 3, 6 or 8 hex digits, such as #0a7b83. */
            color?: string;
            /** @description 3, 6 or 8 hex digits, such as #0a7b83. */
            background?: string;
            /** @description 3, 6 or 8 hex digits, such as #0a7b83. */
            highlight?: string;
            /** @description The size of the text, in percent of the shorter side of the video. */
            size?: number;
            /** @enum {string} */
            position?: "top" | "middle" | "bottom";
        };
        /** @description A built-in style with other values */
        CaptionStyleInput: {
            /** @enum {string} */
            name: "plain" | "box" | "outline" | "word-highlight" | "word-pop";
            /** @description A font of the template, or the family of a font of the account. */
            font?: string;
            /** @description 3, 6 or 8 hex digits, such as #0a7b83. */
            color?: string;
            /** @description 3, 6 or 8 hex digits, such as #0a7b83. */
            background?: string;
            /** @description 3, 6 or 8 hex digits, such as #0a7b83. */
            highlight?: string;
            /** @description The size of the text, in percent of the shorter side of the video. */
            size?: number;
            /** @enum {string} */
            position?: "top" | "middle" | "bottom";
        };
        /** @description Captions in one language, with their cues */
        CaptionsWithCues: {
            /** @description A language tag; null: not known */
            language: string | null;
            /** @description Whether the video shows the captions */
            is_burnt: boolean;
            /** @description The editable, "voice" or "mix" whose words they are */
            from?: string;
            /** @description Whether somebody has changed the cues */
            is_edited: boolean;
            cues: components["schemas"]["CaptionCue"][];
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description Captions in one language */
        CaptionTrack: {
            source?: {
                cues?: components["schemas"]["CaptionCue"][];
                /** @description The content of a file: SRT, WebVTT, ASS or a JSON list of cues. */
                text?: string;
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
            };
            /** @description A video or audio editable: the times are those of its file. Only with "source". */
            of?: string;
            /** @description Words from audio: the name of a video or audio editable, "voice", or "mix" for the whole audio. */
            from?: string;
            /** @description Names and brands that are spoken, with their spelling. Only with "from". */
            prompt?: string;
            /** @description false: without words, the video has no captions and a warning. Default: the render fails. Only with "from". */
            required?: boolean;
            /** @description Language tag, such as en or pt-BR */
            language?: string;
            /** @description Whether the captions are drawn into the video. By default, only the first are. */
            burn?: boolean;
            style?: ("plain" | "box" | "outline" | "word-highlight" | "word-pop") | components["schemas"]["CaptionStyle"];
        };
        /** @description Captions in one language */
        CaptionTrackInput: {
            source?: {
                cues?: components["schemas"]["CaptionCueInput"][];
                /** @description The content of a file: SRT, WebVTT, ASS or a JSON list of cues. */
                text?: string;
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
            };
            /** @description A video or audio editable: the times are those of its file. Only with "source". */
            of?: string;
            /** @description Words from audio: the name of a video or audio editable, "voice", or "mix" for the whole audio. */
            from?: string;
            /** @description Names and brands that are spoken, with their spelling. Only with "from". */
            prompt?: string;
            /** @description false: without words, the video has no captions and a warning. Default: the render fails. Only with "from". */
            required?: boolean;
            /** @description Language tag, such as en or pt-BR */
            language?: string;
            /** @description Whether the captions are drawn into the video. By default, only the first are. */
            burn?: boolean;
            style?: ("plain" | "box" | "outline" | "word-highlight" | "word-pop") | components["schemas"]["CaptionStyleInput"];
        };
        /** @description A word of a cue, as it is in its text */
        CaptionWord: {
            /** @description When it is first visible, in seconds from the start */
            start: number;
            /** @description When it is last visible, in seconds from the start */
            end: number;
            text: string;
        };
        /** @description A word of a cue, as it is in its text */
        CaptionWordInput: {
            /** @description When it is first visible, in seconds from the start */
            start: number;
            /** @description When it is last visible, in seconds from the start */
            end: number;
            text: string;
        };
        /** @description Whether a checkbox editable is on */
        CheckboxEntry: {
            source: {
                checkbox: boolean;
            };
            transform?: Record<string, never>;
        };
        /** @description A program that uses the API, and its maximum scope */
        Client: {
            id: string;
            name: string;
            /** @description Entries `resource[:action][:target]`, separated by spaces */
            scope: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
        };
        ClientCreate: {
            name: string;
            /**
             * @description The maximum scope of its tokens. Default: everything in the account
             * @default *
             */
            scope?: string;
        };
        ClientList: {
            clients: components["schemas"]["Client"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        ClientSecretResponse: {
            client: components["schemas"]["Client"];
            /** @description Shown only now; it is not stored */
            client_secret: string;
        };
        /** @description A color: 3, 6 or 8 hex digits, such as #0a7b83 */
        ColorEntry: {
            source: {
                color: string;
            } | {
                text: string;
            };
            transform?: Record<string, never>;
        };
        /** @description A mapping compiled into its template */
        Composition: {
            /** @description Equal digests: nothing has to be drawn again */
            digest: string;
            /** @description A plain Lottie document whose text is outlines. Its images are in `files` */
            lottie: {
                [key: string]: unknown;
            };
            files: components["schemas"]["CompositionFile"][];
            video: {
                /** @description Width in pixels */
                width: number;
                /** @description Height in pixels */
                height: number;
                /** @description Frames per second */
                fps: number;
                /** @description Number of frames */
                frame_count: number;
                /** @description Length in seconds */
                duration: number;
            };
            /** @description AAC in MP4, mixed at the first request of the URL */
            audio: {
                /** @description Signed URL of the file */
                url: string;
                /** @description Length in seconds */
                duration: number;
            } | null;
            /** @description Path of the player’s engine and worker that draw the exact pixels */
            engine: string | null;
            /** @description Times of the template’s stills in seconds, by name */
            stillcuts: {
                [key: string]: number;
            };
            /** @description How each text and image fits, by editable */
            fit: {
                [key: string]: components["schemas"]["EditableFit"];
            };
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description Required editables without an entry, which show the example */
            missing_editables: string[];
        };
        /** @description Entries may be missing: those editables show the template’s example */
        CompositionCreate: {
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            /** @description Instead of a mapping: the mapping of this session. An edit token needs neither: its session is meant */
            render_session_id?: string;
        };
        CompositionFile: {
            /** @description The name of the image in `lottie` */
            name: string;
            /**
             * @description `frame`: an image of a video
             * @enum {string}
             */
            kind: "image" | "frame";
            /** @description Signed, relative to the service. With `&width=480` the image is smaller; use it for frames only */
            url: string;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
        };
        CompositionResponse: {
            composition: components["schemas"]["Composition"];
        };
        /** @description The visible part, in pixels of the source after its orientation is applied */
        CropRectangle: {
            /** @description Left edge, in pixels */
            x: number;
            /** @description Upper edge, in pixels */
            y: number;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
        };
        /** @description A place for files, with its credentials */
        Destination: {
            id: string;
            /** @enum {string} */
            kind: "s3" | "gcs" | "azure" | "https";
            name: string;
            prefix: string;
            options: {
                [key: string]: unknown;
            };
            /** @description Identifies the credentials: key id, account or kind */
            identity: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        DestinationCreate: {
            /** @description The beginning of the `to` of an upload: s3://bucket/path, gs://bucket/path, wasbs://container@account.blob.core.windows.net/path or https://host/path. When several destinations match, the longest prefix is used. */
            prefix: string;
            name?: string;
            options?: components["schemas"]["S3Options"] | components["schemas"]["GcsOptions"] | components["schemas"]["AzureOptions"] | components["schemas"]["HttpsOptions"];
            /** @description Stored encrypted, and never returned */
            credentials: components["schemas"]["S3Credentials"] | components["schemas"]["GcsCredentials"] | components["schemas"]["AzureCredentials"] | components["schemas"]["HttpsCredentials"];
        };
        DestinationList: {
            destinations: components["schemas"]["Destination"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        DestinationResponse: {
            destination: components["schemas"]["Destination"];
        };
        DestinationTest: {
            /** @description True when files can be delivered */
            ok: boolean;
            steps: components["schemas"]["DestinationTestStep"][];
        };
        DestinationTestResponse: {
            test: components["schemas"]["DestinationTest"];
        };
        DestinationTestStep: {
            /** @enum {string} */
            step: "write" | "read" | "delete";
            ok: boolean;
            /**
             * @description Stable code of the error; docs/errors.md lists all codes
             * @enum {string}
             */
            code?: "malformed_body" | "invalid_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "idempotency_conflict" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "queue_full" | "quota_exceeded" | "daily_limit_exceeded" | "unavailable" | "link_expired" | "range_not_satisfiable" | "editable_missing" | "editable_unknown" | "editable_wrong_type" | "text_invalid" | "color_invalid" | "control_invalid" | "url_invalid" | "upload_unknown" | "font_unknown" | "crop_invalid" | "captions_invalid" | "template_version_unknown" | "template_version_not_ready" | "rows_unreadable" | "column_unknown" | "package_unreadable" | "package_too_large" | "package_path_unsafe" | "package_incomplete" | "animation_not_found" | "theme_not_found" | "theme_invalid" | "template_json_invalid" | "lottie_malformed" | "lottie_invalid" | "lottie_too_large" | "lottie_precomp_cycle" | "lottie_asset_missing" | "font_invalid" | "font_missing" | "asset_not_found" | "asset_forbidden" | "asset_unreachable" | "asset_timeout" | "asset_too_large" | "asset_not_media" | "asset_private_address" | "asset_corrupt" | "video_too_short" | "sound_too_short" | "speech_unavailable" | "speech_failed" | "transcription_unavailable" | "transcription_failed" | "render_failed" | "render_timeout" | "render_corrupt" | "inputs_gone" | "canceled" | "limit_exceeded" | "process_crashed" | "target_invalid" | "destination_unknown" | "delivery_denied" | "delivery_place_missing" | "delivery_exists" | "delivery_full" | "delivery_rejected" | "delivery_unreachable" | "delivery_timeout" | "delivery_corrupt" | "delivery_source_gone" | "config_invalid" | "environment_incomplete" | "storage_failed" | "secret_key_missing" | "data_dir_locked" | "internal";
            /** @description The error in one sentence */
            message?: string;
            /** @description What to do */
            hint?: string;
            /** @description Names the sentence of `message` */
            message_id?: string;
            /** @description The values in `message`, by name */
            params?: {
                [key: string]: unknown;
            };
            /** @description Names the sentence of `hint` */
            hint_id?: string;
            /** @description The values in `hint`, by name */
            hint_params?: {
                [key: string]: unknown;
            };
        };
        DestinationUpdate: {
            /** @description The beginning of the `to` of an upload: s3://bucket/path, gs://bucket/path, wasbs://container@account.blob.core.windows.net/path or https://host/path. When several destinations match, the longest prefix is used. */
            prefix?: string;
            name?: string;
            options?: components["schemas"]["S3Options"] | components["schemas"]["GcsOptions"] | components["schemas"]["AzureOptions"] | components["schemas"]["HttpsOptions"];
            /** @description Stored encrypted, and never returned */
            credentials?: components["schemas"]["S3Credentials"] | components["schemas"]["GcsCredentials"] | components["schemas"]["AzureCredentials"] | components["schemas"]["HttpsCredentials"];
        };
        /** @description A part of the template that a mapping can fill */
        Editable: {
            /** @enum {string} */
            input_type: "text" | "color" | "image" | "video" | "audio" | "font" | "number" | "checkbox" | "point" | "menu";
            /** @description A name for people */
            label: string;
            /** @description A sentence for the people who fill it */
            help?: string;
            /** @description The heading under which a form lists it, such as a scene */
            group?: string;
            /** @description Whether a render needs an entry */
            required: boolean;
            /** @description Name of a still of the template */
            stillcut: string;
            /** @description When it is first visible, in seconds from the start */
            start: number;
            /** @description When it is last visible, in seconds from the start */
            end: number;
            /** @description The text of the template */
            example_text?: string;
            /** @description The value in the template of a number, checkbox, point or menu */
            example_value?: number | boolean | string | components["schemas"]["Point"];
            /** @description Smallest value of a number */
            min?: number;
            /** @description Largest value of a number */
            max?: number;
            /** @description Step of the slider of a number */
            step?: number;
            /** @description The options of a menu */
            options?: string[];
            /**
             * @description false: the package has no example file, so an entry is required even with missing: example
             * @constant
             */
            has_example?: false;
            /** @description The image, video or audio file of the package that the editable shows or plays */
            example_url?: string;
            /** @description Fonts of the text */
            fonts?: string[];
            /** @description Width in pixels */
            width?: number;
            /** @description Height in pixels */
            height?: number;
            /** @description How an image or video fills its area if a mapping does not say it */
            default_transform?: {
                /** @enum {string} */
                crop_strategy?: "cover" | "contain" | "fill" | "smart";
                /** @description The point that stays visible: 0 is the left edge, 1 the right edge */
                focal_x?: number;
                /** @description The point that stays visible: 0 is the upper edge, 1 the lower edge */
                focal_y?: number;
                /** @description Color of the bars, with contain */
                background?: string;
            };
            /** @description How long an audio or video editable plays, in seconds */
            duration?: number;
            /** @description Volume of an audio editable: 1 is unchanged */
            volume?: number;
            /** @description How far an audio editable takes other audio down while it is heard, in dB */
            duck?: number;
            /** @description Maximum number of characters */
            max_length?: number;
            /** @description Whether the text may have several lines */
            multiline?: boolean;
            /** @description Minimum size of the letters, in pixels of the template */
            min_font_size?: number;
            /** @description Maximum number of lines */
            max_lines?: number;
            /** @description Maximum width of the text, in pixels of the template */
            max_width?: number;
            /** @description Size of the text box, in pixels of the template */
            box?: {
                /** @description Width in pixels */
                width: number;
                /** @description Height in pixels */
                height: number;
            };
            room?: {
                /** @description Width in pixels */
                width: number;
                /** @description Height in pixels */
                height: number;
            };
        };
        /** @description How a text fits, or which part of an image shows */
        EditableFit: {
            /** @description Size of the text: 1 is the size of the template */
            font_scale?: number;
            /** @description Number of lines of the text */
            lines?: number;
            /** @description Whether the text is larger than its box, or the frame, a mask, a matte or the edge of a composition always hides a part of it */
            overflow?: boolean;
            word_broken?: boolean;
            missing_glyphs?: string[];
            fallback_fonts?: string[];
            /** @description Whether the fallback fonts draw all of the text */
            font_replaced?: boolean;
            audio?: components["schemas"]["AudioFit"];
            crop?: components["schemas"]["CropRectangle"];
        };
        /** @description Corners in pixels of the video */
        EditablePlace: {
            /** @description Name of the editable */
            editable: string;
            corners: number[][];
        };
        /** @description The fields of an answer may be sent back */
        EditedCaptions: {
            cues: components["schemas"]["CaptionCueInput"][];
        } & {
            [key: string]: unknown;
        };
        EditToken: {
            /** @description A token that reads and changes this session; returned only here */
            edit_token: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
        };
        ExampleTemplates: {
            example_templates: {
                /** @description Its name below `/examples/` */
                file: string;
            }[];
        };
        /** @description The limit of the account that the request exceeds */
        ExceededLimit: {
            /** @enum {string} */
            name: "queued_sessions" | "frames_per_day" | "stored_bytes" | "speech_characters_per_day" | "transcription_seconds_per_day" | "unfinished_batches" | "edit_stored_bytes" | "edit_speech_characters_per_day" | "edit_transcription_seconds_per_day";
            /** @description Maximum number of entries */
            limit: number;
            /** @description How much of the limit is in use */
            used: number;
            /** @description The part of the limit that the request needs; absent: one */
            requested?: number;
            /** @description The earliest time at which the request may succeed; null: unknown */
            frees_at: string | null;
        };
        /** @description The delivery of a file to a store */
        ExternalUpload: {
            id: string;
            /** @description Target of the file */
            to: string;
            /** @description Name of the file: video, video_2, poster, thumbnail_01 or captions.vtt */
            file: string;
            render: ("preview" | "final") | null;
            /** @enum {string} */
            status: "waiting" | "pending" | "uploading" | "retrying" | "complete" | "failed" | "canceled";
            /** @description Number of attempts */
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            next_attempt_at: string | null;
            /** @description Where the store keeps the file */
            remote_id: string | null;
            /** @description Size in bytes */
            bytes: number | null;
            /** @description MD5 of the file as the store reports it */
            md5: string | null;
            /** @description The id of the version of the object in the store */
            version: string | null;
            error: components["schemas"]["Fault"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            ended_at: string | null;
        };
        ExternalUploadCreate: {
            /** @description The target of the file. The placeholders {id}, {title}, {external_id}, {metadata.<key>} and {ext} are replaced. With / at the end it is a folder. */
            to: string;
            /** @description Default: video. thumbnails is one upload for each thumbnail, numbered by {index}. */
            file?: string;
            /** @description Delivers the captions as WebVTT, as SRT, or as both, beside the video: ana.de.vtt beside ana.mp4 */
            captions?: ("vtt" | "srt")[];
            /**
             * @description The render after which the file is sent. Default: after each render
             * @enum {string}
             */
            render?: "preview" | "final";
            /** @description Media type */
            content_type?: string;
            cache_control?: string;
            /** @description Whether to replace an existing object. Default: true */
            overwrite?: boolean;
        };
        /** @description One error */
        Fault: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description Names the sentence of `message` */
            message_id?: string;
            /** @description The values in `message`, by name */
            params?: {
                [key: string]: unknown;
            };
            /** @description Names the sentence of `hint` */
            hint_id?: string;
            /** @description The values in `hint`, by name */
            hint_params?: {
                [key: string]: unknown;
            };
            /** @description JSON Pointer into the request */
            pointer?: string;
            /** @description Name of the editable */
            editable?: string;
            /** @description Signed URL of the file */
            url?: string;
            /** @description The layer of the template */
            layer_path?: string;
            /** @description What to do */
            hint?: string;
            /** @description true: the same request may succeed later */
            retryable: boolean;
            limit?: components["schemas"]["ExceededLimit"];
        };
        /** @description Equal warnings of the import, with advice */
        Finding: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The message of the first warning */
            message: string;
            /** @description Number of entries */
            count: number;
            /** @description The first ten layers */
            layer_paths: string[];
            /** @description What to do */
            hint: string | null;
            /** @description Names the sentence of `message` */
            message_id?: string;
            /** @description The values in `message`, by name */
            params?: {
                [key: string]: unknown;
            };
            /** @description Names the sentence of `hint` */
            hint_id?: string;
            /** @description The values in `hint`, by name */
            hint_params?: {
                [key: string]: unknown;
            };
            /** @description When the first layer shows, in seconds */
            start?: number;
            /** @description When the last layer ends, in seconds */
            end?: number;
            /** @description `players`: the video looks different from Lottie players. `design`: Lottie players differ from the design too. `null`: the warning is not about the look */
            differs_from: ("players" | "design") | null;
            /** @description The effect on the video */
            viewer: string;
            /** @description Names the sentence of `viewer` */
            viewer_id: string;
            /** @description How to mend it in the tool of the designer */
            remedies: {
                after_effects: string;
                figma: string;
                lottie_creator: string;
            };
            /** @description Names the sentences of `remedies` */
            remedy_ids: {
                after_effects: string;
                figma: string;
                lottie_creator: string;
            };
        };
        /** @description The first error of its import report */
        FirstImportError: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description What to do */
            hint: string | null;
            /** @description Names the sentence of `message` */
            message_id?: string;
            /** @description The values in `message`, by name */
            params?: {
                [key: string]: unknown;
            };
            /** @description Names the sentence of `hint` */
            hint_id?: string;
            /** @description The values in `hint`, by name */
            hint_params?: {
                [key: string]: unknown;
            };
        };
        /** @description How a mapping fits a version */
        FitReport: {
            valid: boolean;
            /** @description All errors */
            errors: components["schemas"]["Fault"][];
            /** @description Number of faults after the first 100 */
            more_errors?: number;
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description How each text and image fits, by editable */
            fit: {
                [key: string]: components["schemas"]["EditableFit"];
            };
            /** @description How each caption fits that is drawn into the video */
            caption_fits?: components["schemas"]["CaptionFit"][];
            mapping_id: string;
            template_style_version_id: string;
            /** @description Editables with an entry that this version does not have */
            ignored_editables: string[];
            /** @description Required editables of this version without an entry */
            missing_editables: string[];
        };
        FitReportResponse: {
            fit_report: components["schemas"]["FitReport"];
        };
        /** @description A font file, or a font of the template */
        FontEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
                /** @description The name of a font of the template */
                font_name?: string;
            };
        };
        GcsCredentials: {
            service_account: components["schemas"]["GoogleServiceAccount"];
        };
        GcsOptions: {
            cache_control?: string;
            /** Format: uri */
            endpoint?: string;
            /** @enum {string} */
            acl?: "authenticatedRead" | "bucketOwnerFullControl" | "bucketOwnerRead" | "private" | "projectPrivate" | "publicRead";
            storage_class?: string & (unknown & unknown);
            kms_key_name?: string;
            user_project?: string;
        };
        GoogleServiceAccount: {
            /** @constant */
            type: "service_account";
            client_email: string;
            private_key: string;
            private_key_id?: string;
            project_id?: string;
            /** Format: uri */
            token_uri?: string;
        } & {
            [key: string]: unknown;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        HttpsCredentials: {};
        HttpsOptions: {
            cache_control?: string;
        };
        /** @description An image, and the part of it that is shown */
        ImageEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
            };
            transform?: components["schemas"]["ImageTransform"];
        };
        ImageTransform: {
            /** @enum {string} */
            crop_strategy?: "cover" | "contain" | "fill" | "manual" | "smart";
            /** @description The point that stays visible: 0 is the left edge, 1 the right edge */
            focal_x?: number;
            /** @description The point that stays visible: 0 is the upper edge, 1 the lower edge */
            focal_y?: number;
            /** @description Color of the bars, with contain */
            background?: string;
            /** @description Left edge of the visible part, in pixels of the upright source */
            crop_x?: number;
            /** @description Upper edge of the visible part, in pixels of the upright source */
            crop_y?: number;
            /** @description Width of the visible part, in pixels of the upright source */
            crop_width?: number;
            /** @description Height of the visible part, in pixels of the upright source */
            crop_height?: number;
        };
        /** @description The version that was uploaded last, also if its import failed */
        LatestVersion: {
            id: string;
            /** @enum {string} */
            status: "processing" | "demo_rendering" | "edit_ready" | "failed";
            error: components["schemas"]["FirstImportError"] | null;
        } | null;
        Loudness: {
            /** @description Integrated loudness in LUFS */
            integrated_lufs: number | null;
            /** @description Loudness range in LU */
            range_lu: number | null;
            /** @description True peak in dBTP */
            true_peak_dbtp: number | null;
            limited: boolean;
        };
        /** @description A person of the studio or a client */
        Maker: {
            id: string;
            name: string;
        };
        /** @description Entries by editable name; the specs of the version list the editables */
        Mapping: {
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources: {
                [key: string]: components["schemas"]["MappingEntry"];
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"];
            };
            captions?: components["schemas"]["CaptionsInput"];
            /** @constant */
            missing?: "example";
        };
        /** @description The same as in a render session, but entries may be missing */
        MappingCreate: {
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources?: {
                [key: string]: components["schemas"]["MappingEntry"];
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"];
            };
            captions?: components["schemas"]["CaptionsInput"];
            /** @constant */
            missing?: "example";
        };
        /** @description The content of an editable, in the form of its `input_type` */
        MappingEntry: components["schemas"]["TextEntry"] | components["schemas"]["ColorEntry"] | components["schemas"]["ImageEntry"] | components["schemas"]["VideoEntry"] | components["schemas"]["FontEntry"] | components["schemas"]["NumberEntry"] | components["schemas"]["CheckboxEntry"] | components["schemas"]["PointEntry"] | components["schemas"]["MenuEntry"];
        MappingList: {
            mappings: components["schemas"]["StoredMappingSummary"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        /** @description Entries to set, by name; null removes an entry */
        MappingPatch: {
            template_style_version_id?: string;
            /** @description Entries by the name of their editable */
            resources?: {
                [key: string]: components["schemas"]["MappingEntry"] | null;
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"] | null;
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"] | null;
            };
            captions?: components["schemas"]["CaptionsInput"] | null;
            missing?: "example" | null;
        };
        /** @description Replaces the whole mapping; only possible for a draft */
        MappingReplacement: {
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources: {
                [key: string]: components["schemas"]["MappingEntry"];
            };
            /** @description Audio files by the name of their editable */
            audio_tracks?: {
                [key: string]: components["schemas"]["AudioEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes?: {
                [key: string]: components["schemas"]["FontEntry"];
            };
            captions?: components["schemas"]["CaptionsInput"];
            /** @constant */
            missing?: "example";
            id?: string;
        };
        MappingResponse: {
            mapping: components["schemas"]["StoredMapping"];
        };
        /** @description A JSON Schema (2020-12) */
        MappingSchema: {
            $schema: string;
            properties: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        MappingValidate: {
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
        };
        /** @description The result of a check */
        MappingValidation: {
            valid: boolean;
            /** @description All errors */
            errors: components["schemas"]["Fault"][];
            /** @description Number of faults after the first 100 */
            more_errors?: number;
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description How each text and image fits, by editable */
            fit: {
                [key: string]: components["schemas"]["EditableFit"];
            };
            /** @description How each caption fits that is drawn into the video */
            caption_fits?: components["schemas"]["CaptionFit"][];
        };
        /** @description The answer to a JSON-RPC request */
        McpAnswer: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description The id of the request */
            id: string | number | null;
            /** @description As MCP defines for the method */
            result?: {
                [key: string]: unknown;
            };
            error?: {
                /** @description Stable code of the error; docs/errors.md lists all codes */
                code: number;
                /** @description The error in one sentence */
                message: string;
                data?: unknown;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description An error of JSON-RPC */
        McpError: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description The id of the request; null if it could not be read */
            id: string | number | null;
            error: {
                /** @description Stable code of the error; docs/errors.md lists all codes */
                code: number;
                /** @description The error in one sentence */
                message: string;
                data?: unknown;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A JSON-RPC message */
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
            method?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The label of an option, or its position from 1 */
        MenuEntry: {
            source: {
                menu: string | number;
            };
            transform?: Record<string, never>;
        };
        /** @description The value of a number editable */
        NumberEntry: {
            source: {
                /** @description In the unit of the property, such as percent, degrees or pixels. */
                number: number;
            };
            transform?: Record<string, never>;
        };
        /** @description An error as in RFC 6749, 5.2 */
        OAuthError: {
            /** @enum {string} */
            error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
            error_description: string;
        };
        OpenApiDocument: {
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Format, size and quality of a file */
        Output: {
            /**
             * @description Default: mp4. png and jpeg give a ZIP with an image for each frame.
             * @enum {string}
             */
            format?: "mp4" | "webm" | "mov" | "gif" | "png" | "jpeg";
            /**
             * @description In mp4: h264 (default), hevc or av1. Other formats have one codec each.
             * @enum {string}
             */
            codec?: "h264" | "hevc" | "av1" | "vp9" | "prores" | "gif" | "png" | "jpeg";
            /** @description Width in pixels */
            width?: number;
            /** @description Default: calculated from the width, with the same aspect ratio */
            height?: number;
            /** @description Frames per second */
            fps?: number;
            /**
             * @description Default: standard for a preview, high for a final
             * @enum {string}
             */
            quality?: "draft" | "standard" | "high";
        };
        OutputFile: {
            /** @description The name in external_uploads: video, video_2 … */
            file: string;
            /** @description File format */
            format: string;
            codec: string;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
            /** @description Frames per second */
            fps: number;
            /** @description Length in seconds */
            duration: number;
            /** @description Size in bytes */
            bytes: number;
            /** @description SHA-256 of the file, in lowercase hex */
            sha256: string;
            /** @description Signed URL of the file */
            url: string;
        };
        PlacesResponse: {
            places: components["schemas"]["EditablePlace"][];
        };
        Point: {
            /** @description Pixels from the left. */
            x: number;
            /** @description Pixels from the top. */
            y: number;
        };
        /** @description A point in pixels, or in the units of its property */
        PointEntry: {
            source: {
                point: {
                    /** @description Pixels from the left edge of the layer or composition. */
                    x: number;
                    /** @description Pixels from the top edge of the layer or composition. */
                    y: number;
                };
            };
            transform?: Record<string, never>;
        };
        /** @description The output of the preview, so that it is small and fast */
        PreviewSettings: {
            /** @description Width of all outputs that are wider; the aspect ratio stays */
            width?: number;
            /**
             * @description Default: that of the output
             * @enum {string}
             */
            quality?: "draft" | "standard" | "high";
        };
        /** @description Problem details (RFC 9457) with all faults of the request */
        Problem: {
            /** @description `urn:framepress:error:` and the code */
            type: string;
            /** @description The status in words */
            title: string;
            /** @description The HTTP status */
            status: number;
            /** @description The code of the first error */
            code: string;
            /** @description The first error, in one sentence */
            detail: string;
            /** @description The value of X-Request-Id. The log of the service contains it. */
            request_id: string;
            /** @description All errors of the request */
            errors: components["schemas"]["Fault"][];
            /** @description With `precondition_failed`: the current revision of the resource */
            revision?: number;
            /** @description Number of faults after the first 100 */
            more_errors?: number;
            limit?: components["schemas"]["ExceededLimit"];
            /** @description Of the studio: whether people sign in with OpenID Connect */
            sign_in?: {
                openid: boolean;
            };
        };
        /** @description The open work of the whole service */
        Queue: {
            /** @description Jobs that wait or run */
            unfinished: number;
            /** @description Age of the oldest session, segment or import that waits, to choose a number of workers; 0: none */
            oldest_render_seconds: number;
            /** @description Jobs that wait */
            queued: number;
            /** @description Jobs that run */
            running: number;
            /** @description Age of the oldest job that waits; 0: none */
            oldest_seconds: number;
            /** @description Jobs that ended in a minute, on average of the last five minutes */
            rate_per_minute: number;
            /** @description The same by kind and priority */
            work: components["schemas"]["QueuedWork"][];
        };
        QueuedWork: {
            /** @enum {string} */
            kind: "session" | "segment" | "import" | "upload" | "batch_row";
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority: "preview" | "final" | "batch";
            /** @description Jobs that wait */
            queued: number;
            /** @description Jobs that run */
            running: number;
            /** @description Age of the oldest job that waits; 0: none */
            oldest_seconds: number;
            /** @description Jobs that ended in a minute, on average of the last five minutes */
            rate_per_minute: number;
        };
        QueueResponse: {
            queue: components["schemas"]["Queue"];
        };
        Readiness: {
            /** @enum {string} */
            status: "ok" | "unavailable";
            /** @description The state of each part: `ok`, or a description of the failure */
            parts: {
                [key: string]: string;
            };
        };
        /** @description The newest ready version, which the poster and the demo video show */
        ReadyVersion: {
            id: string;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Seconds */
            duration: number | null;
            /** @description Whether it has editables */
            is_fillable: boolean;
        } | null;
        Receipt: {
            template: {
                template_style_version_id: string;
                /** @description SHA-256 of the file, in lowercase hex */
                sha256: string;
                /** @description Version of the importer. Not in receipts of earlier versions */
                importer_version?: number;
            };
            /** @description SHA-256 of the mapping */
            mapping: string;
            /** @description SHA-256 of each file, by its place in the mapping */
            media: {
                [key: string]: string;
            };
            /** @description Names of fonts */
            fonts: {
                name: string;
                /** @description SHA-256 of the file, in lowercase hex */
                sha256: string;
            }[];
            /** @description Missing in receipts of earlier versions of Framepress */
            settings?: {
                /** @description Loudness target in LUFS; null: unchanged */
                loudness_target_lufs: number | null;
                outputs: {
                    [key: string]: components["schemas"]["ReceiptOutput"];
                };
            };
            /** @description Versions of the programs that made the video */
            engine: {
                [key: string]: string | number;
            };
            /** @description SHA-256 of each file */
            outputs: {
                [key: string]: string;
            };
        };
        ReceiptOutput: {
            /** @description File format */
            format: string;
            codec: string;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
            /** @description Frames per second */
            fps: number;
            /** @description Higher quality takes more time and bytes */
            quality: string;
            encoder: string;
        };
        Rename: {
            name: string;
        };
        /** @description A mapping and its renders */
        RenderSession: {
            id: string;
            /** @description A title for people, and the name of the file */
            title: string;
            template_style_version_id: string;
            /** @description The render that was started last; null for a draft */
            render: ("preview" | "final") | null;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority: "normal" | "batch";
            /** @description The output of the preview where it differs from that of the final */
            preview: components["schemas"]["SessionPreview"] | null;
            /** @description Required editables of a draft without an entry. The start needs them. */
            missing_editables: string[];
            /** @enum {string} */
            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
            /** @description 0 to 100; 100 only when the render is complete */
            render_progress: number;
            /** @description Signed URLs of images */
            thumbnails: string[];
            /** @description Signed URL of the video; null until it is rendered. Each GET signs it anew. */
            video_url: string | null;
            /** @description All errors */
            errors: components["schemas"]["Fault"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /** @description Who created it; null for sessions of earlier versions, and for edit tokens */
            created_by: components["schemas"]["Maker"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the last render was requested; null for a draft
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When the last render ended; null before that, and for renders of earlier versions
             */
            ended_at: string | null;
            /** @description Grows with each change of title, mapping or output; also in `ETag` */
            revision?: number;
            mapping: components["schemas"]["SessionMapping"];
            /** @description Audio files by the name of their editable */
            audio_tracks: {
                [key: string]: components["schemas"]["AudioEntry"] | components["schemas"]["UnreadableEntry"];
            };
            /** @description Fonts by the name of the font they replace */
            font_changes: {
                [key: string]: components["schemas"]["FontEntry"] | components["schemas"]["UnreadableEntry"];
            };
            /** @description The fetched files of the mapping, once the render has begun */
            source_uploads: components["schemas"]["SourceUpload"][];
            /** @description Names of fonts */
            fonts: components["schemas"]["SessionFont"][];
            /** @description The current step: queued, fetching, composing, rendering, assembling, delivering or done */
            phase: string;
            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
            queue_position: number | null;
            /** @description Estimated seconds until the render ends; null while unknown */
            eta_seconds: number | null;
            /** @description Length in seconds */
            duration: number | null;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Loudness of the finished audio (EBU R128); null without audio */
            loudness: components["schemas"]["Loudness"] | null;
            outputs: components["schemas"]["OutputFile"][];
            /** @description The captions of the finished render, in the order of the mapping */
            captions: components["schemas"]["SessionCaptions"][];
            /** @description Signed URL of the poster image */
            poster_url: string | null;
            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
            hls_url: string | null;
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description How each text and image fits, by editable */
            fit: {
                [key: string]: components["schemas"]["EditableFit"];
            };
            /** @description Deliveries of the files to your stores */
            external_uploads: components["schemas"]["ExternalUpload"][];
            /** @description Your own texts, returned unchanged */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            /** @description The batch that made the session; null for any other session */
            batch_id: string | null;
            /** @description The row of the batch, counted from 1 */
            batch_row: number | null;
            /** @description Seconds of each phase */
            timings: {
                [key: string]: number;
            };
            /** @description SHA-256 of all inputs that determine the files, and of the files */
            receipt: components["schemas"]["Receipt"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string | null;
        };
        /** @description Fields of the new session. Title, mapping, output, preview, priority and metadata come from the original if they are absent. */
        RenderSessionCopy: {
            /** @description A title for people, and the name of the file */
            title?: string;
            /** @enum {string} */
            render?: "preview" | "final";
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            /** @description The output, or a list of outputs of one render; the first is the main output */
            output?: components["schemas"]["Output"] | components["schemas"]["Output"][];
            preview?: components["schemas"]["PreviewSettings"];
            /** @description Deliveries of the files to your stores */
            external_uploads?: components["schemas"]["ExternalUploadCreate"][];
            /** @description true: the response contains a token for this session only, for use in a browser */
            edit_token?: boolean;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority?: "normal" | "batch";
            /** @description Your own texts, returned unchanged */
            metadata?: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id?: string;
            /** @description Receives the events of this session, in addition to the webhook endpoints */
            webhook_url?: string;
            /** @description Signs the requests to webhook_url. Default: a new secret, which the response contains */
            webhook_secret?: string;
            mapping_changes?: components["schemas"]["MappingPatch"];
        };
        RenderSessionCreate: {
            /** @description A title for people, and the name of the file */
            title: string;
            /** @enum {string} */
            render?: "preview" | "final";
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            /** @description The output, or a list of outputs of one render; the first is the main output */
            output?: components["schemas"]["Output"] | components["schemas"]["Output"][];
            preview?: components["schemas"]["PreviewSettings"];
            /** @description Deliveries of the files to your stores */
            external_uploads?: components["schemas"]["ExternalUploadCreate"][];
            /** @description true: the response contains a token for this session only, for use in a browser */
            edit_token?: boolean;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority?: "normal" | "batch";
            /** @description Your own texts, returned unchanged */
            metadata?: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id?: string;
            /** @description Receives the events of this session, in addition to the webhook endpoints */
            webhook_url?: string;
            /** @description Signs the requests to webhook_url. Default: a new secret, which the response contains */
            webhook_secret?: string;
        };
        RenderSessionCreated: {
            render_session: components["schemas"]["RenderSession"];
            /** @description A token that reads and changes this session; returned only here */
            edit_token?: string;
            /** @description The new secret for webhook_url; returned only here */
            webhook_secret?: string;
        };
        RenderSessionDeliver: {
            /** @description The ids of the deliveries. Default: all that can be started again */
            external_uploads?: string[];
        };
        RenderSessionExternalUploadCanceled: {
            /** @constant */
            type: "render_session.external_upload.canceled";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["RenderSessionExternalUploadCanceledData"];
        };
        RenderSessionExternalUploadCanceledData: {
            render_session_id: string;
            external_upload_id: string;
            render: ("preview" | "final") | null;
            /** @description Name of the file: video, video_2, poster, thumbnail_01 or captions.vtt */
            file: string;
            /** @description Target of the file */
            to: string;
            /** @description Where the store keeps the file */
            remote_id: string | null;
            /** @description The error of the last attempt */
            error: components["schemas"]["Fault"] | null;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        RenderSessionExternalUploadComplete: {
            /** @constant */
            type: "render_session.external_upload.complete";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["RenderSessionExternalUploadCompleteData"];
        };
        RenderSessionExternalUploadCompleteData: {
            render_session_id: string;
            external_upload_id: string;
            render: ("preview" | "final") | null;
            /** @description Name of the file: video, video_2, poster, thumbnail_01 or captions.vtt */
            file: string;
            /** @description Target of the file */
            to: string;
            /** @description Where the store keeps the file */
            remote_id: string | null;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        RenderSessionExternalUploadFailed: {
            /** @constant */
            type: "render_session.external_upload.failed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["RenderSessionExternalUploadFailedData"];
        };
        RenderSessionExternalUploadFailedData: {
            render_session_id: string;
            external_upload_id: string;
            render: ("preview" | "final") | null;
            /** @description Name of the file: video, video_2, poster, thumbnail_01 or captions.vtt */
            file: string;
            /** @description Target of the file */
            to: string;
            /** @description Where the store keeps the file */
            remote_id: string | null;
            /** @description The error of the last attempt */
            error: components["schemas"]["Fault"] | null;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        RenderSessionList: {
            render_sessions: components["schemas"]["RenderSessionSummary"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        RenderSessionResponse: {
            render_session: components["schemas"]["RenderSession"];
        };
        RenderSessionStart: {
            /** @enum {string} */
            render: "preview" | "final";
        };
        RenderSessionStatusChanged: {
            /** @constant */
            type: "render_session.status.changed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["RenderSessionStatusChangedData"];
        };
        RenderSessionStatusChangedData: {
            render_session: components["schemas"]["RenderSession"];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        /** @description GET /v2/render_sessions/:id returns all fields. `errors` contains the first ten, `missing_editables` the first hundred. */
        RenderSessionSummary: {
            id: string;
            /** @description A title for people, and the name of the file */
            title: string;
            template_style_version_id: string;
            /** @description The render that was started last; null for a draft */
            render: ("preview" | "final") | null;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority: "normal" | "batch";
            /** @description The output of the preview where it differs from that of the final */
            preview: components["schemas"]["SessionPreview"] | null;
            /** @description Required editables of a draft without an entry. The start needs them. */
            missing_editables: string[];
            /** @enum {string} */
            status: "draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled";
            /** @description 0 to 100; 100 only when the render is complete */
            render_progress: number;
            /** @description Signed URLs of images */
            thumbnails: string[];
            /** @description Signed URL of the video; null until it is rendered. Each GET signs it anew. */
            video_url: string | null;
            /** @description All errors */
            errors: components["schemas"]["Fault"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /** @description Who created it; null for sessions of earlier versions, and for edit tokens */
            created_by: components["schemas"]["Maker"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /** @description Grows with each change of title, mapping or output; also in `ETag` */
            revision?: number;
            /** @description The current step: queued, fetching, composing, rendering, assembling, delivering or done */
            phase: string;
            /** @description Position among the sessions of the account: 1 renders next; null when not waiting */
            queue_position: number | null;
            /** @description Estimated seconds until the render ends; null while unknown */
            eta_seconds: number | null;
            /** @description Length in seconds */
            duration: number | null;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Signed URL of the poster image */
            poster_url: string | null;
            /** @description HLS playlist. It can be played as soon as the first seconds are rendered. */
            hls_url: string | null;
            /** @description Your own texts, returned unchanged */
            metadata: {
                [key: string]: string;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id: string | null;
            /** @description The batch that made the session; null for any other session */
            batch_id: string | null;
            /** @description The row of the batch, counted from 1 */
            batch_row: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string | null;
            mapping_id: string;
        };
        /** @description Every session accepts `title`, `metadata` and `external_id`; a draft accepts all fields. */
        RenderSessionUpdate: {
            /** @description A title for people, and the name of the file */
            title?: string;
            /** @description Entries to set; null removes an entry */
            metadata?: {
                [key: string]: string | null;
            };
            /** @description Your own id, which lists can be filtered by */
            external_id?: string | null;
            mapping?: components["schemas"]["MappingReplacement"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            mapping_changes?: components["schemas"]["MappingPatch"];
            /** @description null: the size and rate of the template */
            output?: (components["schemas"]["Output"] | components["schemas"]["Output"][]) | null;
            preview?: components["schemas"]["PreviewSettings"] | null;
            /**
             * @description batch: starts when no other session waits
             * @enum {string}
             */
            priority?: "normal" | "batch";
            /** @description Deliveries of the files to your stores */
            external_uploads?: components["schemas"]["ExternalUploadCreate"][];
        };
        /** @description An error or a warning of the import */
        ReportEntry: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description The layer of the template */
            layer_path: string | null;
            /** @description What to do */
            hint: string | null;
            /** @description Names the sentence of `message` */
            message_id?: string;
            /** @description The values in `message`, by name */
            params?: {
                [key: string]: unknown;
            };
            /** @description Names the sentence of `hint` */
            hint_id?: string;
            /** @description The values in `hint`, by name */
            hint_params?: {
                [key: string]: unknown;
            };
            /** @description When the layer shows first, in seconds */
            start?: number;
            /** @description When the layer shows last, in seconds */
            end?: number;
        };
        RowFault: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description Names the sentence of `message` */
            message_id?: string;
            /** @description The values in `message`, by name */
            params?: {
                [key: string]: unknown;
            };
            /** @description Names the sentence of `hint` */
            hint_id?: string;
            /** @description The values in `hint`, by name */
            hint_params?: {
                [key: string]: unknown;
            };
            /** @description JSON Pointer into the request */
            pointer?: string;
            /** @description Name of the editable */
            editable?: string;
            /** @description Signed URL of the file */
            url?: string;
            /** @description The layer of the template */
            layer_path?: string;
            /** @description What to do */
            hint?: string;
            /** @description true: the same request may succeed later */
            retryable: boolean;
            limit?: components["schemas"]["ExceededLimit"];
            /** @description From 1; null for a fault of the whole file */
            row: number | null;
            column: string | null;
        };
        S3Credentials: {
            access_key_id: string;
            secret_access_key: string;
            session_token?: string;
        };
        S3Options: {
            cache_control?: string;
            /** Format: uri */
            endpoint?: string;
            region?: string & (unknown & unknown);
            path_style?: boolean;
            /** @enum {string} */
            sse?: "AES256" | "aws:kms" | "aws:kms:dsse";
            sse_kms_key_id?: string;
            /** @enum {string} */
            acl?: "private" | "public-read" | "public-read-write" | "authenticated-read" | "aws-exec-read" | "bucket-owner-read" | "bucket-owner-full-control";
            storage_class?: string & (unknown & unknown);
        };
        /** @description Files with the captions of a track, as the video has them */
        SessionCaptions: {
            /** @description The language of the mapping; null: it has none */
            language: string | null;
            /** @description Whether the video shows these captions */
            is_burnt: boolean;
            /** @description Signed URL of the captions as WebVTT */
            webvtt_url: string;
            /** @description Signed URL of the captions as SRT */
            srt_url: string;
        };
        /** @description A font that the video uses */
        SessionFont: {
            /** @description The name in the template */
            name: string;
            /** @description Font family */
            family: string;
            /**
             * @description Where the font comes from
             * @enum {string}
             */
            from: "template" | "font_changes" | "account" | "fallback";
            /** @description SHA-256 of the font */
            digest: string;
        };
        SessionMapping: {
            id: string;
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources: {
                [key: string]: components["schemas"]["MappingEntry"] | components["schemas"]["UnreadableEntry"];
            };
        } & {
            [key: string]: unknown;
        };
        SessionPreview: {
            /** @description Width in pixels */
            width?: number;
            /** @description Higher quality takes more time and bytes */
            quality?: string;
        };
        /** @description A fetched file */
        SourceUpload: {
            /** @description Name of the editable */
            editable?: string;
            /** @description Instead of `editable`: the entry of font_changes */
            font?: string;
            /** @description `null` when its encryption key is lost */
            remote_url?: string | null;
            /** @description The id of an upload */
            upload_id?: string;
            /** @description Media type */
            content_type: string;
            /** @description Size in bytes */
            bytes: number;
            /** @description SHA-256 of the file, in lowercase hex */
            sha256: string;
        } & {
            [key: string]: unknown;
        };
        SpecsResponse: {
            style_version: components["schemas"]["StyleVersionSpecs"];
            limits: {
                /** @description Maximum size of an uploaded file */
                upload_bytes: number;
            };
        };
        SpeechResponse: {
            speech: {
                /** @description Whether mappings may have spoken texts */
                is_available: boolean;
                /** @description Whether texts are spoken by espeak-ng, because there is no server */
                is_draft: boolean;
                model: string | null;
                voices: components["schemas"]["SpeechVoice"][];
            };
            transcription: {
                /** @description Whether words can be recognised in audio */
                is_available: boolean;
                model: string | null;
            };
        };
        SpeechVoice: {
            name: string;
            /** @description Language tags for which it is used; `*`: all others */
            languages: string[];
        };
        /** @description Exactly one of `at` and `stillcut` */
        StillCreate: {
            mapping?: components["schemas"]["Mapping"];
            /** @description Instead of mapping: the id of a stored mapping, which is copied now */
            mapping_id?: string;
            /** @description Uses the mapping for another version: entries of editables that it does not have are left out */
            template_style_version_id?: string;
            /** @description Seconds from the start */
            at?: number;
            /** @description Name of a still of the template */
            stillcut?: string;
            /** @description Width in pixels */
            width?: number;
            /**
             * @description File format
             * @default png
             * @enum {string}
             */
            format?: "png" | "jpeg" | "webp";
        };
        /** @description A mapping that does not belong to a session */
        StoredMapping: {
            id: string;
            template_style_version_id: string;
            /** @description Entries by the name of their editable */
            resources: {
                [key: string]: components["schemas"]["MappingEntry"] | components["schemas"]["UnreadableEntry"];
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        StoredMappingSummary: {
            id: string;
            template_style_version_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        StudioInvitation: {
            person: components["schemas"]["StudioPerson"];
            /** @description Signs the person in, once */
            studio_url: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
        };
        StudioInvitationRequest: {
            name: string;
            /**
             * @description What the person may do
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        StudioLinkCheck: {
            /** @description SHA-256 of the code in hexadecimal digits */
            code_sha256: string;
        };
        StudioLinkState: {
            /** @description Whether the link would sign a person in */
            is_known: boolean;
        };
        StudioPeople: {
            people: components["schemas"]["StudioPerson"][];
        };
        /** @description A person who may sign in to the studio */
        StudioPerson: {
            id: string;
            name: string;
            /**
             * @description What the person may do
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /**
             * @description `link`: all links of `framepress studio` with this role. `openid`: an account of the organization
             * @enum {string}
             */
            signs_in_by: "invitation" | "link" | "openid";
            /**
             * Format: date-time
             * @description null: never
             */
            signed_in_at: string | null;
            is_blocked: boolean;
            /** @description Whether the request is of this person */
            is_self: boolean;
        };
        StudioPersonChange: {
            /**
             * @description What the person may do
             * @enum {string}
             */
            role?: "viewer" | "editor" | "admin";
            is_blocked?: boolean;
        };
        StudioPersonLink: {
            /** @description Signs the person in, once */
            studio_url: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
        };
        StudioPersonResponse: {
            person: components["schemas"]["StudioPerson"];
        };
        /** @description The person who is signed in to the studio */
        StudioSession: {
            person: {
                /** @description Sessions name it in `created_by` */
                id: string;
                name: string;
                /**
                 * @description What the person may do
                 * @enum {string}
                 */
                role: "viewer" | "editor" | "admin";
                account: {
                    id: string;
                    name: string;
                };
            };
            /** @description The value of the header X-Framepress-CSRF, which requests with changes need */
            csrf: string;
            /** @description Whether people sign in with OpenID Connect */
            sign_in: {
                openid: boolean;
            };
            /** @description Limits that a page can check before it sends anything */
            limits: {
                /** @description Maximum size of a package or file in bytes */
                upload_bytes: number;
            };
        };
        /** @description A one-time code, or a client with its secret */
        StudioSignIn: {
            /** @description From a link of `framepress studio` */
            code: string;
        } | {
            client_id: string;
            client_secret: string;
        };
        StyleVersionSpecs: {
            id: string;
            editables: {
                [key: string]: components["schemas"]["Editable"];
            };
            /** @description Names of fonts */
            fonts: string[];
            captions: components["schemas"]["TemplateCaptions"] | null;
            /** @description The fonts whose files the package contains. The service replaces the others. Missing for versions of an older import. */
            package_fonts?: string[];
        };
        Table: {
            /** @description Of XLSX; else empty */
            sheets: {
                name: string;
                is_hidden: boolean;
            }[];
            /** @description The sheet that was read */
            sheet: string | null;
            /** @description Of CSV */
            charset: string | null;
            /** @description Of CSV */
            delimiter: string | null;
            columns: string[];
            /** @description Cells in the order of columns */
            rows: string[][];
            /** @description false: the file has more rows */
            is_complete: boolean;
            /** @description Problems that do not stop the render */
            warnings: components["schemas"]["Warning"][];
            /** @description The first 100 rows with faults */
            errors: components["schemas"]["RowFault"][];
        };
        TableResponse: {
            table: components["schemas"]["Table"];
        };
        TableUpload: {
            /** @description JSON with sheet, locale, charset, delimiter, and limit: rows of the answer, at most 10,000 (default: 100); before the file */
            options?: string;
            /**
             * Format: binary
             * @description XLSX or CSV
             */
            file: string;
        };
        /** @description A design in all its sizes and languages */
        Template: {
            id: string;
            name: string;
            /** @description A still of the newest ready version */
            poster_url: string | null;
            /** @description Signed URL of a video of the template with its example content */
            demo_video_url: string | null;
            latest_version: components["schemas"]["LatestVersion"];
            /** @description Number of styles */
            style_count: number;
            /** @description Number of versions */
            version_count: number;
            /** @description Languages in which at least one style has a ready version */
            languages: string[];
            /** @description Different sizes of ready versions in pixels, the widest shape first */
            sizes: {
                /** @description Width in pixels */
                width: number;
                /** @description Height in pixels */
                height: number;
            }[];
            ready_version: components["schemas"]["ReadyVersion"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        /** @description How a template shows captions */
        TemplateCaptions: {
            /** @description The path of the layer that they replace; null: they are in front of all layers */
            layer: string | null;
            /** @description Their area, in pixels of the video; null: that of the style */
            box: {
                /** @description Left edge in pixels */
                x: number;
                /** @description Upper edge in pixels */
                y: number;
                /** @description Width in pixels */
                width: number;
                /** @description Height in pixels */
                height: number;
            } | null;
            /** @description Number of lines of the text */
            lines?: number;
            /** @enum {string} */
            align?: "left" | "center" | "right";
            /** @enum {string} */
            position?: "top" | "middle" | "bottom";
            style?: ("plain" | "box" | "outline" | "word-highlight" | "word-pop") | components["schemas"]["CaptionStyle"];
            in?: {
                /** @enum {string} */
                animation: "fade" | "rise" | "pop";
                /** @description Its length in seconds */
                seconds: number;
            };
            out?: {
                /** @enum {string} */
                animation: "fade" | "rise" | "pop";
                /** @description Its length in seconds */
                seconds: number;
            };
        };
        /** @description A part of a package that can be made editable */
        TemplateContent: {
            /** @description A name of the content within the draft */
            id: string;
            /** @enum {string} */
            type: "text" | "image" | "video" | "color" | "number" | "checkbox" | "point" | "menu";
            /** @description The path of its first layer */
            path: string;
            /** @description The name of its layer */
            name: string | null;
            /** @description The targets for an editable in the settings */
            targets: (string | {
                asset: string;
            })[];
            /** @description The text, the size in pixels, or the color */
            sample: string;
            /** @description When it shows first, in seconds */
            start: number;
            /** @description When it shows last; 0: it never shows */
            end: number;
            /** @description The largest part of the frame that it covers */
            share: number;
            /** @description The editable in the settings */
            editable: string | null;
            /** @description Why it is not proposed */
            left_out: string | null;
            left_out_code: ("small" | "decoration" | "background" | "never_shows" | "moment" | "covers_little" | "no_letters" | "no_room" | "name_too_long") | null;
            /** @description Whether the package contains its file */
            has_file: boolean;
            /** @description The file that the animation names */
            file_name: string | null;
            /** @description Where it is in the frame, at some times */
            places: {
                /** @description Seconds */
                time: number;
                /** @description x and y in pixels */
                corners: number[][];
            }[];
            /** @description The font of a text */
            font: string | null;
            /** @description More fields for its editable, such as `box`, `min` and `max` */
            suggested: {
                [key: string]: unknown;
            };
        };
        /** @description Settings that make a package editable */
        TemplateDraft: {
            template_style_version_id: string;
            template_id: string;
            template_style_id: string;
            /** @description Language tag, such as en or pt-BR */
            language: string;
            /** @description Width in pixels */
            width: number;
            /** @description Height in pixels */
            height: number;
            /** @description Frames per second */
            fps: number;
            /** @description In seconds */
            duration: number;
            /** @description Whether the settings are proposed, and not those of the package */
            is_proposal: boolean;
            settings: components["schemas"]["TemplateSettings"];
            contents: components["schemas"]["TemplateContent"][];
            /** @description The number of contents that are not listed */
            more_contents: number;
            /** @description Names of fonts */
            fonts: {
                name: string;
                /** @description Font family */
                family: string;
                style?: string;
                /** @description Whether the package lacks its file */
                is_missing: boolean;
                replaced_by: string | null;
            }[];
            stillcuts: {
                [key: string]: number;
            };
        };
        TemplateDraftResponse: {
            template_draft: components["schemas"]["TemplateDraft"];
        };
        TemplateDraftStill: {
            /** @description The content of template.json */
            settings: {
                [key: string]: unknown;
            };
            /** @description Uploads that the package has in this frame. A file of the same path is replaced. */
            files?: {
                path: string;
                /** @description The id of an upload */
                upload_id: string;
            }[];
            /** @description Entries as in a mapping. Examples replace missing entries. */
            resources?: {
                [key: string]: components["schemas"]["MappingEntry"];
            };
            /** @description Seconds from the start */
            at: number;
            /** @description Width in pixels */
            width?: number;
            /**
             * @description File format
             * @default png
             * @enum {string}
             */
            format?: "png" | "jpeg" | "webp";
        };
        TemplateList: {
            templates: components["schemas"]["Template"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        TemplateResponse: {
            template: components["schemas"]["Template"];
        };
        /** @description The content of a template.json */
        TemplateSettings: {
            [key: string]: unknown;
        };
        /** @description One size and length of a template */
        TemplateStyle: {
            id: string;
            template_id: string;
            name: string;
            /** @description Of its newest ready version; null without one */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Length in seconds */
            duration: number | null;
            /** @description The newest ready version of each language */
            version_ids: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
        };
        TemplateStyleList: {
            template_styles: components["schemas"]["TemplateStyle"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        TemplateStyleResponse: {
            template_style: components["schemas"]["TemplateStyle"];
        };
        /** @description A package that was uploaded: a template style in one language */
        TemplateStyleVersion: {
            id: string;
            /** @enum {string} */
            status: "processing" | "demo_rendering" | "edit_ready" | "failed";
            template_id: string;
            template_style_id: string;
            /** @description Language tag, such as en or pt-BR */
            language: string;
            name: string;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Length in seconds */
            duration: number | null;
            editables: {
                [key: string]: components["schemas"]["Editable"];
            };
            /** @description Names of fonts */
            fonts: string[];
            /** @description How the template shows captions; null: in the default style */
            captions: components["schemas"]["TemplateCaptions"] | null;
            /** @description Signed URLs of the stills, by name */
            stillcuts: {
                [key: string]: string;
            };
            /** @description Signed URL of a video of the template with its example content */
            demo_video_url: string | null;
            report: {
                /** @description All errors */
                errors: components["schemas"]["ReportEntry"][];
                /** @description Problems that do not stop the render */
                warnings: components["schemas"]["ReportEntry"][];
                /** @description The warnings in groups. Events do not contain them. */
                findings?: components["schemas"]["Finding"][];
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        TemplateStyleVersionCreate: {
            /**
             * Format: binary
             * @description A .lottie, .zip or .json package
             */
            file: string;
            template_id?: string;
            template_style_id?: string;
            /**
             * @description Language tag, such as en or pt-BR
             * @default en
             */
            language?: string;
            /** @default  */
            name?: string;
            /** @description Of a dotLottie: the animation to import, instead of the package's own choice */
            animation?: string;
            /** @description Of a dotLottie: the theme to apply, instead of the package's own choice */
            theme?: string;
        };
        TemplateStyleVersionFromSettings: {
            /** @description The content of template.json */
            settings: {
                [key: string]: unknown;
            };
            /** @description Uploads to put into the package. A file of the same path is replaced. */
            files?: {
                path: string;
                /** @description The id of an upload */
                upload_id: string;
            }[];
            /** @description The name of the new version. Default: the name of the old version. */
            name?: string;
        };
        TemplateStyleVersionList: {
            template_style_versions: components["schemas"]["TemplateStyleVersionSummary"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        TemplateStyleVersionResponse: {
            template_style_version: components["schemas"]["TemplateStyleVersion"];
        };
        TemplateStyleVersionStatusChanged: {
            /** @constant */
            type: "template_style_version.status.changed";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["TemplateStyleVersionStatusChangedData"];
        };
        TemplateStyleVersionStatusChangedData: {
            template_style_version: components["schemas"]["TemplateStyleVersion"];
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        /** @description A version in a list */
        TemplateStyleVersionSummary: {
            id: string;
            /** @enum {string} */
            status: "processing" | "demo_rendering" | "edit_ready" | "failed";
            template_id: string;
            template_style_id: string;
            /** @description Language tag, such as en or pt-BR */
            language: string;
            name: string;
            /** @description Width in pixels */
            width: number | null;
            /** @description Height in pixels */
            height: number | null;
            /** @description Frames per second */
            fps: number | null;
            /** @description Length in seconds */
            duration: number | null;
            /** @description Signed URLs of the stills, by name */
            stillcuts: {
                [key: string]: string;
            };
            /** @description Signed URL of a video of the template with its example content */
            demo_video_url: string | null;
            /** @description Number of errors in the report */
            error_count: number;
            /** @description Number of warnings in the report */
            warning_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        /** @description The text of a text editable */
        TextEntry: {
            source: {
                text: string;
            };
            transform?: components["schemas"]["TextTransform"];
        };
        TextTransform: {
            /**
             * @description How each text and image fits, by editable
             * @enum {string}
             */
            fit?: "shrink" | "none";
            /** @description Minimum size of the letters, in pixels of the template */
            min_font_size?: number;
            /** @description Maximum number of lines */
            max_lines?: number;
            /** @enum {string} */
            align?: "left" | "center" | "right" | "start" | "end";
            color?: string;
        };
        Token: {
            /** @description Send it as `Authorization: Bearer …` */
            access_token: string;
            /** @constant */
            token_type: "bearer";
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Seconds until the token expires; null: never */
            expires_in: number | null;
            /** @description Entries `resource[:action][:target]`, separated by spaces */
            scope: string;
        };
        TokenRequest: {
            /** @constant */
            grant_type: "client_credentials";
            /** @description Entries `resource[:action][:target]`, separated by spaces */
            scope?: string;
            client_id?: string;
            client_secret?: string;
        };
        TokenRevoke: {
            token: string;
            client_id?: string;
            client_secret?: string;
        };
        TokenRevoked: Record<string, never>;
        /** @description An entry whose URL cannot be decrypted: the encryption key is lost */
        UnreadableEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url: null;
            };
            transform?: {
                [key: string]: unknown;
            };
        };
        /** @description An uploaded file */
        Upload: {
            id: string;
            filename: string | null;
            /** @enum {string} */
            kind: "image" | "video" | "audio" | "font" | "captions";
            /** @description Media type */
            content_type: string;
            /** @description Size in bytes */
            bytes: number;
            /** @description SHA-256 of the file, in lowercase hex */
            sha256: string;
            /** @description Width in pixels */
            width?: number;
            /** @description Height in pixels */
            height?: number;
            /** @description Length in seconds */
            duration?: number;
            /** @description Signed URL of the file */
            url: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
        };
        UploadCreate: {
            /**
             * Format: binary
             * @description An image, a font, a video or an audio file
             */
            file: string;
        };
        UploadList: {
            uploads: components["schemas"]["Upload"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        UploadResponse: {
            upload: components["schemas"]["Upload"];
        };
        /** @description The renders of a day, of a template, or both */
        Usage: {
            day?: string;
            template_id?: string;
            /** @description Renders that have made their videos */
            renders: number;
            /** @description Number of renders that failed */
            failed_renders: number;
            /** @description Length of the finished videos, in seconds */
            video_seconds: number;
            /** @description Frames of rendered videos, also from cached segments; drawn frames of canceled renders */
            frames: number;
            /** @description CPU time of all renders, also failed and canceled */
            cpu_seconds: number;
            /** @description Bytes of the videos when they were made */
            bytes: number;
            /** @description Characters that were spoken, each text once */
            speech_characters: number;
            /** @description Seconds of audio whose words were recognised, each file once */
            transcription_seconds: number;
        };
        UsageReport: {
            usage: components["schemas"]["Usage"][];
            totals: components["schemas"]["UsageTotals"];
            from: string;
            /** @description Target of the file */
            to: string;
        };
        UsageTotals: {
            /** @description Renders that have made their videos */
            renders: number;
            /** @description Number of renders that failed */
            failed_renders: number;
            /** @description Length of the finished videos, in seconds */
            video_seconds: number;
            /** @description Frames of rendered videos, also from cached segments; drawn frames of canceled renders */
            frames: number;
            /** @description CPU time of all renders, also failed and canceled */
            cpu_seconds: number;
            /** @description Bytes of the videos when they were made */
            bytes: number;
            /** @description Characters that were spoken, each text once */
            speech_characters: number;
            /** @description Seconds of audio whose words were recognised, each file once */
            transcription_seconds: number;
        };
        /** @description A video, or an image that moves */
        VideoEntry: {
            source: {
                /** @description http or https URL of the file */
                remote_url?: string;
                /** @description The id of an upload */
                upload_id?: string;
            };
            transform?: components["schemas"]["VideoTransform"];
        };
        VideoTransform: {
            /** @constant */
            trim_strategy?: "manual";
            /** @description Start within the file, in seconds */
            trim_start_time?: number;
            /** @enum {string} */
            end_behavior?: "freeze" | "loop" | "hide";
            /** @description Volume: 0 is silence, 1 is unchanged */
            volume?: number;
            /** @enum {string} */
            crop_strategy?: "cover" | "contain" | "fill" | "manual" | "smart";
            /** @description The point that stays visible: 0 is the left edge, 1 the right edge */
            focal_x?: number;
            /** @description The point that stays visible: 0 is the upper edge, 1 the lower edge */
            focal_y?: number;
            /** @description Color of the bars, with contain */
            background?: string;
            /** @description Left edge of the visible part, in pixels of the upright source */
            crop_x?: number;
            /** @description Upper edge of the visible part, in pixels of the upright source */
            crop_y?: number;
            /** @description Width of the visible part, in pixels of the upright source */
            crop_width?: number;
            /** @description Height of the visible part, in pixels of the upright source */
            crop_height?: number;
            /** @enum {string} */
            animate_strategy?: "none" | "slide-to-left" | "slide-to-right" | "slide-to-top" | "slide-to-bottom" | "zoom-in" | "zoom-out";
            /** @enum {string} */
            animate_speed?: "slow" | "moderate" | "fast";
        };
        /** @description A problem that does not stop the render */
        Warning: {
            /** @description Stable code of the error; docs/errors.md lists all codes */
            code: string;
            /** @description The error in one sentence */
            message: string;
            /** @description Names the sentence of `message` */
            message_id?: string;
            /** @description The values in `message`, by name */
            params?: {
                [key: string]: unknown;
            };
            /** @description Names the sentence of `hint` */
            hint_id?: string;
            /** @description The values in `hint`, by name */
            hint_params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        WebhookAttempt: {
            at: string;
            /** @description Time until the response, in milliseconds */
            duration_ms: number;
            /** @description HTTP status; null without an answer */
            status: number | null;
            /** @description The first 500 bytes of the response */
            response: string;
            error: string | null;
        };
        /** @description An event that is sent to an endpoint */
        WebhookDelivery: {
            id: string;
            webhook_endpoint_id: string;
            /** @description The value of the header webhook-id in every attempt */
            event_id: string;
            event_type: string;
            /** @description The id of the session, version or endpoint that the event is about */
            subject_id: string;
            /** @description Number of the event of this subject, from 1 */
            sequence: number;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: components["schemas"]["WebhookAttempt"][];
            /**
             * Format: date-time
             * @description null: it has ended, or waits for an earlier event of the same subject
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        WebhookDeliveryList: {
            webhook_deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        WebhookDeliveryResponse: {
            webhook_delivery: components["schemas"]["WebhookDelivery"];
        };
        WebhookEndpoint: {
            id: string;
            /** @description null: its encryption key is lost */
            url: string | null;
            /** @description Types of events */
            events: string[] | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            disabled_reason: ("requested" | "gone" | "failing") | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            disabled_at: string | null;
            failing_since: string | null;
            render_session_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        WebhookEndpointCreate: {
            /** @description Signed URL of the file */
            url: string;
            /** @description null: all event types, also types that are added later */
            events?: ("render_session.status.changed" | "render_session.external_upload.complete" | "render_session.external_upload.failed" | "render_session.external_upload.canceled" | "template_style_version.status.changed" | "batch.waiting" | "batch.completed" | "batch.row.failed" | "webhook_endpoint.disabled")[] | null;
        };
        WebhookEndpointDisabled: {
            /** @constant */
            type: "webhook_endpoint.disabled";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["WebhookEndpointDisabledData"];
        };
        WebhookEndpointDisabledData: {
            webhook_endpoint_id: string;
            /** @enum {string} */
            disabled_reason: "gone" | "failing";
            render_session_id: string | null;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        WebhookEndpointList: {
            webhook_endpoints: components["schemas"]["WebhookEndpoint"][];
            /** @description The cursor of the next page; null on the last page */
            next_cursor: string | null;
        };
        WebhookEndpointResponse: {
            webhook_endpoint: components["schemas"]["WebhookEndpoint"];
        };
        WebhookEndpointSecretResponse: {
            webhook_endpoint: components["schemas"]["WebhookEndpointWithSecret"];
        };
        WebhookEndpointTest: {
            /** @constant */
            type: "webhook_endpoint.test";
            /**
             * Format: date-time
             * @description The time of the event
             */
            timestamp: string;
            data: components["schemas"]["WebhookEndpointTestData"];
        };
        WebhookEndpointTestData: {
            webhook_endpoint_id: string;
            /** @description Number of the event of this subject, from 1: a receiver orders events by it */
            sequence: number;
        };
        WebhookEndpointUpdate: {
            /** @description Signed URL of the file */
            url?: string;
            /** @description null: all event types, also types that are added later */
            events?: ("render_session.status.changed" | "render_session.external_upload.complete" | "render_session.external_upload.failed" | "render_session.external_upload.canceled" | "template_style_version.status.changed" | "batch.waiting" | "batch.completed" | "batch.row.failed" | "webhook_endpoint.disabled")[] | null;
            /** @enum {string} */
            status?: "enabled" | "disabled";
            /** @description null: from now on only the newest secret signs */
            previous_secret_expires_at?: null;
        };
        WebhookEndpointWithSecret: {
            id: string;
            /** @description null: its encryption key is lost */
            url: string | null;
            /** @description Types of events */
            events: string[] | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            disabled_reason: ("requested" | "gone" | "failing") | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            disabled_at: string | null;
            failing_since: string | null;
            render_session_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /** @description Returned only here */
            secret: string;
        };
        WebhookReplay: {
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until?: string;
            /**
             * @description missed: events that were not delivered and are not pending
             * @default missed
             * @enum {string}
             */
            which?: "missed" | "all";
        };
        WebhookReplayResult: {
            /** @description Number of events that are sent again */
            replayed: number;
        };
        WebhookSecretRotate: {
            /**
             * @description false: the old secret becomes invalid immediately
             * @default true
             */
            keep_previous?: boolean;
        };
    };
    responses: never;
    parameters: {
        /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
        IdempotencyKey: string;
        /** @description The ETag of the resource that is changed. If it has changed since, the answer is 412 with the current `revision`. */
        IfMatch: string;
        /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
        IfNoneMatch: string;
        /** @description The id of the last event that was received: the stream continues after it. */
        LastEventId: string;
        /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
        Prefer: string;
        /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
        Range: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    revokeToken: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRevoke"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenRevoke"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TokenRevoked"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description A part of the name; case and accents are ignored */
                q?: string;
                /** @description `true`: only templates with a ready version. `false`: only the others */
                ready?: "true" | "false";
                /** @description Only templates with a ready version of this shape */
                shape?: "landscape" | "square" | "portrait";
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            path: {
                /** @description The id of the template */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateResponse"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            path: {
                /** @description The id of the template */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    updateTemplate: {
        parameters: {
            path: {
                /** @description The id of the template */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateResponse"];
                };
            };
        };
    };
    listTemplateStyles: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
            path: {
                /** @description The id of the template */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleList"];
                };
            };
        };
    };
    deleteTemplateStyle: {
        parameters: {
            path: {
                /** @description The id of the template style */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    updateTemplateStyle: {
        parameters: {
            path: {
                /** @description The id of the template style */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleResponse"];
                };
            };
        };
    };
    listTemplateStyleVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Only versions of this template */
                template_id?: string;
                /** @description Only versions of this style */
                template_style_id?: string;
                /** @description Language tag, such as en or pt-BR */
                language?: string;
                /** @description Only versions with this status */
                status?: "processing" | "demo_rendering" | "edit_ready" | "failed";
                /** @description A part of the name; case and accents are ignored */
                q?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleVersionList"];
                };
            };
        };
    };
    createTemplateStyleVersion: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TemplateStyleVersionCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
        };
    };
    getTemplateStyleVersion: {
        parameters: {
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
        };
    };
    deleteTemplateStyleVersion: {
        parameters: {
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    updateTemplateStyleVersion: {
        parameters: {
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
        };
    };
    retryTemplateStyleVersion: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
        };
    };
    getTemplateFont: {
        parameters: {
            query: {
                /** @description The name of the font in the specs */
                name: string;
            };
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "font/ttf": unknown;
                    "font/otf": unknown;
                    "font/woff": unknown;
                    "font/woff2": unknown;
                    "font/collection": unknown;
                };
            };
            /** @description Partial content */
            206: {
                content: {
                    "font/ttf": unknown;
                    "font/otf": unknown;
                    "font/woff": unknown;
                    "font/woff2": unknown;
                    "font/collection": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    getTemplateDraft: {
        parameters: {
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TemplateDraftResponse"];
                };
            };
        };
    };
    createTemplateDraftStill: {
        parameters: {
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateDraftStill"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
        };
    };
    createVersionFromSettings: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateStyleVersionFromSettings"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["TemplateStyleVersionResponse"];
                };
            };
        };
    };
    getTemplateStyleVersionSpecs: {
        parameters: {
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["SpecsResponse"];
                };
            };
        };
    };
    getTemplateStyleVersionSchema: {
        parameters: {
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["MappingSchema"];
                };
            };
        };
    };
    getSessionCaptions: {
        parameters: {
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["CaptionsResponse"];
                };
            };
        };
    };
    updateSessionCaptions: {
        parameters: {
            header?: {
                /** @description The ETag of the resource that is changed. If it has changed since, the answer is 412 with the current `revision`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaptionsEdit"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["CaptionsResponse"];
                };
            };
        };
    };
    listCaptions: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaptionsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["CaptionsResponse"];
                };
            };
        };
    };
    listMappings: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["MappingList"];
                };
            };
        };
    };
    createMapping: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MappingCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
        };
    };
    getMapping: {
        parameters: {
            path: {
                /** @description The id of the mapping */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
        };
    };
    replaceMapping: {
        parameters: {
            path: {
                /** @description The id of the mapping */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MappingCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
        };
    };
    deleteMapping: {
        parameters: {
            path: {
                /** @description The id of the mapping */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    updateMapping: {
        parameters: {
            path: {
                /** @description The id of the mapping */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MappingPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["MappingResponse"];
                };
            };
        };
    };
    validateMapping: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["MappingValidate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["MappingValidation"];
                };
            };
        };
    };
    createFitReport: {
        parameters: {
            query?: {
                /** @description The version to check. Default: that of the mapping */
                template_style_version_id?: string;
            };
            path: {
                /** @description The id of the mapping */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["FitReportResponse"];
                };
            };
        };
    };
    listUploads: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Only files of this kind */
                kind?: "image" | "video" | "audio" | "font" | "captions";
                /** @description A part of the name; case and accents are ignored */
                q?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["UploadList"];
                };
            };
        };
    };
    createUpload: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
        };
    };
    getUpload: {
        parameters: {
            path: {
                /** @description The id of the upload */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
        };
    };
    deleteUpload: {
        parameters: {
            path: {
                /** @description The id of the upload */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    getUploadThumbnail: {
        parameters: {
            query?: {
                /** @description The width in pixels. It is rounded up to one of a few widths. */
                width?: number;
                /** @description The time in a video, in seconds. After its end: the last image. */
                at?: number;
            };
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description The id of the upload */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "image/webp": unknown;
                };
            };
            /** @description Partial content */
            206: {
                content: {
                    "image/webp": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    createStill: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["StillCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
        };
    };
    getSessionStill: {
        parameters: {
            query?: {
                /** @description Seconds from the start */
                at?: number;
                /** @description Width in pixels */
                width?: number;
                /** @description File format */
                format?: "png" | "jpeg" | "webp";
                /** @description Another version of the same template, for another size or language */
                template_style_version_id?: string;
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
        };
    };
    createComposition: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompositionCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["CompositionResponse"];
                };
            };
        };
    };
    getSessionComposition: {
        parameters: {
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["CompositionResponse"];
                };
            };
        };
    };
    listEditablePlaces: {
        parameters: {
            query?: {
                /** @description Counted from the first frame of the video */
                frame?: number;
            };
            path: {
                /** @description The id of the template style version */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["PlacesResponse"];
                };
            };
        };
    };
    getRenderSession: {
        parameters: {
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
        };
    };
    deleteRenderSession: {
        parameters: {
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    updateRenderSession: {
        parameters: {
            header?: {
                /** @description The ETag of the resource that is changed. If it has changed since, the answer is 412 with the current `revision`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderSessionUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
        };
    };
    watchRenderSession: {
        parameters: {
            header?: {
                /** @description The id of the last event that was received: the stream continues after it. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description No content */
            204: {};
        };
    };
    getRenderSessionArchive: {
        parameters: {
            query: {
                /** @description The ids of up to 100 sessions, separated by commas */
                id: string[];
                /** @description The name of the ZIP, without its extension */
                name?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/zip": unknown;
                };
            };
        };
    };
    listRenderSessions: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description One or more statuses, separated by commas */
                status?: ("draft" | "preview_rendering" | "preview_rendered" | "final_rendering" | "final_rendered" | "failed" | "canceled")[];
                /** @description Your own id, which lists can be filtered by */
                external_id?: string;
                /** @description Only sessions of this version */
                template_style_version_id?: string;
                /** @description Only those of this batch */
                batch_id?: string;
                /** @description Only sessions of this template */
                template_id?: string;
                /** @description Only those that this person or client has created, by id */
                created_by?: string;
                /** @description At this time or later (ISO 8601) */
                created_after?: string;
                /** @description Before this time (ISO 8601) */
                created_before?: string;
                /** @description At this time or later (ISO 8601) */
                updated_after?: string;
                /** @description Before this time (ISO 8601) */
                updated_before?: string;
                /** @description metadata[key]=value: sessions with this value */
                metadata?: {
                    [key: string]: string;
                };
                /** @description A part of the title; case and accents are ignored */
                q?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["RenderSessionList"];
                };
            };
        };
    };
    createRenderSession: {
        parameters: {
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderSessionCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["RenderSessionCreated"];
                };
            };
        };
    };
    copyRenderSession: {
        parameters: {
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderSessionCopy"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["RenderSessionCreated"];
                };
            };
        };
    };
    createEditToken: {
        parameters: {
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["EditToken"];
                };
            };
        };
    };
    startRenderSession: {
        parameters: {
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderSessionStart"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
        };
    };
    retryRenderSession: {
        parameters: {
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
        };
    };
    deliverRenderSession: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderSessionDeliver"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
        };
    };
    cancelRenderSession: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the render session */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["RenderSessionResponse"];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description One or more statuses, separated by commas */
                status?: ("checking" | "running" | "paused" | "completed" | "canceled" | "failed")[];
                /** @description Your own id, which lists can be filtered by */
                external_id?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["BatchList"];
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: {
                /** @description The version that all rows fill, unless a row names its own */
                template_style_version_id?: string;
                /** @description Instead of mapping: the id of a stored mapping, which is copied now */
                mapping_id?: string;
                /** @description A title for people, and the name of the file */
                title?: string;
                /** @description Default: final */
                render?: "preview" | "final";
                /** @description stop (default): a batch with invalid rows pauses after its check */
                invalid_rows?: "stop" | "skip";
                /** @description false: the batch pauses after its check */
                start?: "true" | "false";
                /** @description Your own id, which lists can be filtered by */
                external_id?: string;
                /** @description Default: batch */
                priority?: "normal" | "batch";
                /** @description Of XLSX: the name of the sheet, or its number from 1. Default: the first visible */
                sheet?: string;
                /** @description Of XLSX: the language in which numbers and dates are written, such as de. Default: 1,234.5 and 2026-03-01 */
                locale?: string;
                /** @description Of CSV. Default: UTF-8 or, if it is not, windows-1252 */
                charset?: string;
                /** @description Of CSV. Default: detected in the first line */
                delimiter?: "," | ";" | "\t" | "tab";
            };
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchCreate"];
                "multipart/form-data": components["schemas"]["BatchUpload"];
                "text/csv": string;
                "application/x-ndjson": string;
                "application/jsonl": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
        };
    };
    deleteBatch: {
        parameters: {
            query?: {
                /** @description true: the sessions are removed as well */
                sessions?: "true" | "false";
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    pauseBatch: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
        };
    };
    resumeBatch: {
        parameters: {
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
        };
    };
    retryBatch: {
        parameters: {
            header?: {
                /** @description `wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRetry"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
        };
    };
    readTable: {
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TableUpload"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["TableResponse"];
                };
            };
        };
    };
    listBatchRows: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Only rows in this state */
                state?: "invalid" | "waiting" | "rendering" | "rendered" | "failed" | "canceled";
                /** @description true: also the cells. Needs the scope batch:write */
                values?: "true" | "false";
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["BatchRowList"];
                };
            };
        };
    };
    getBatchManifest: {
        parameters: {
            query?: {
                /** @description File format */
                format?: "json" | "csv";
            };
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/csv": unknown;
                    "application/json": components["schemas"]["BatchManifest"];
                };
            };
        };
    };
    getBatchArchive: {
        parameters: {
            path: {
                /** @description The id of the batch */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/zip": unknown;
                };
            };
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["DestinationList"];
                };
            };
        };
    };
    createDestination: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DestinationCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["DestinationResponse"];
                };
            };
        };
    };
    getDestination: {
        parameters: {
            path: {
                /** @description The id of the destination */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["DestinationResponse"];
                };
            };
        };
    };
    deleteDestination: {
        parameters: {
            path: {
                /** @description The id of the destination */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    updateDestination: {
        parameters: {
            path: {
                /** @description The id of the destination */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DestinationUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["DestinationResponse"];
                };
            };
        };
    };
    testDestination: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the destination */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["DestinationTestResponse"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Lists the webhook_url of this session instead of the account endpoints */
                render_session_id?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecretResponse"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSecretRotate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecretResponse"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
                /** @description Only those with this status */
                status?: "pending" | "delivered" | "failed";
            };
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook endpoint */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookReplayResult"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            path: {
                /** @description The id of the webhook delivery */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            header?: {
                /** @description A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook delivery */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
        };
    };
    watchWebhookEvents: {
        parameters: {
            header?: {
                /** @description The id of the last event that was received: the stream continues after it. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    getAccount: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description The first day (UTC). Default: 29 days before `to` */
                from?: string;
                /** @description The last day (UTC), at most 366 days in all. Default: today */
                to?: string;
                /** @description Days and templates without renders are left out */
                group_by?: "day" | "template" | "day,template";
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
        };
    };
    getSpeech: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["SpeechResponse"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description The next_cursor of the page before */
                cursor?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["ClientList"];
                };
            };
        };
    };
    createClient: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["ClientSecretResponse"];
                };
            };
        };
    };
    rotateClientSecret: {
        parameters: {
            path: {
                /** @description The id of the client */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["ClientSecretResponse"];
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            path: {
                /** @description The id of the client */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    getFile: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/avif": unknown;
                    "image/avif-sequence": unknown;
                    "image/heic": unknown;
                    "image/tiff": unknown;
                    "image/bmp": unknown;
                    "image/jxl": unknown;
                    "image/jp2": unknown;
                    "image/vnd.adobe.photoshop": unknown;
                    "image/x-icon": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "video/quicktime": unknown;
                    "video/webm": unknown;
                    "video/x-matroska": unknown;
                    "video/x-msvideo": unknown;
                    "video/ogg": unknown;
                    "video/mp2t": unknown;
                    "video/mpeg": unknown;
                    "video/x-flv": unknown;
                    "video/x-ms-wmv": unknown;
                    "application/mxf": unknown;
                    "audio/mp4": unknown;
                    "audio/mpeg": unknown;
                    "audio/aac": unknown;
                    "audio/ogg": unknown;
                    "audio/wav": unknown;
                    "audio/w64": unknown;
                    "audio/aiff": unknown;
                    "audio/x-caf": unknown;
                    "audio/basic": unknown;
                    "audio/amr": unknown;
                    "audio/flac": unknown;
                    "font/ttf": unknown;
                    "font/otf": unknown;
                    "font/collection": unknown;
                    "font/woff": unknown;
                    "font/woff2": unknown;
                    "application/x-subrip": unknown;
                    "text/vtt": unknown;
                    "text/x-ssa": unknown;
                    "application/json": unknown;
                    "application/vnd.apple.mpegurl": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description Partial content */
            206: {
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/avif": unknown;
                    "image/avif-sequence": unknown;
                    "image/heic": unknown;
                    "image/tiff": unknown;
                    "image/bmp": unknown;
                    "image/jxl": unknown;
                    "image/jp2": unknown;
                    "image/vnd.adobe.photoshop": unknown;
                    "image/x-icon": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "video/quicktime": unknown;
                    "video/webm": unknown;
                    "video/x-matroska": unknown;
                    "video/x-msvideo": unknown;
                    "video/ogg": unknown;
                    "video/mp2t": unknown;
                    "video/mpeg": unknown;
                    "video/x-flv": unknown;
                    "video/x-ms-wmv": unknown;
                    "application/mxf": unknown;
                    "audio/mp4": unknown;
                    "audio/mpeg": unknown;
                    "audio/aac": unknown;
                    "audio/ogg": unknown;
                    "audio/wav": unknown;
                    "audio/w64": unknown;
                    "audio/aiff": unknown;
                    "audio/x-caf": unknown;
                    "audio/basic": unknown;
                    "audio/amr": unknown;
                    "audio/flac": unknown;
                    "font/ttf": unknown;
                    "font/otf": unknown;
                    "font/collection": unknown;
                    "font/woff": unknown;
                    "font/woff2": unknown;
                    "application/x-subrip": unknown;
                    "text/vtt": unknown;
                    "text/x-ssa": unknown;
                    "application/json": unknown;
                    "application/vnd.apple.mpegurl": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description Internal error */
            302: {};
            /** @description Not modified */
            304: {};
        };
    };
    getCompositionFile: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A part of the file, such as `bytes=0-1023` (RFC 9110). */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description The path of the file */
                account: string;
                /** @description The path of the file */
                entry: string;
                /** @description The path of the file */
                name: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "video/mp4": unknown;
                };
            };
            /** @description Partial content */
            206: {
                content: {
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "video/mp4": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    callMcp: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/event-stream": unknown;
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description Internal error */
            202: {};
        };
    };
    getStudioSession: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["StudioSession"];
                };
            };
        };
    };
    createStudioSession: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioSignIn"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["StudioSession"];
                };
            };
        };
    };
    deleteStudioSession: {
        parameters: {
            query?: {
                /** @description `true`: ends all sessions of the person, also in other browsers */
                everywhere?: "true" | "false";
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    checkStudioLink: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioLinkCheck"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["StudioLinkState"];
                };
            };
        };
    };
    listStudioPeople: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["StudioPeople"];
                };
            };
        };
    };
    inviteStudioPerson: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioInvitationRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                content: {
                    "application/json": components["schemas"]["StudioInvitation"];
                };
            };
        };
    };
    createStudioPersonLink: {
        parameters: {
            path: {
                /** @description The id of the people */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["StudioPersonLink"];
                };
            };
        };
    };
    removeStudioPerson: {
        parameters: {
            path: {
                /** @description The id of the people */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            204: {};
        };
    };
    updateStudioPerson: {
        parameters: {
            path: {
                /** @description The id of the people */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioPersonChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["StudioPersonResponse"];
                };
            };
        };
    };
    startOpenIdSignIn: {
        parameters: {
            query?: {
                /** @description Page of the studio to open, such as `/templates` */
                to?: string;
            };
        };
        responses: {
            /** @description Success */
            302: {};
        };
    };
    finishOpenIdSignIn: {
        parameters: {
            query?: {
                /** @description The code for an ID token */
                code?: string;
                /** @description The state of the request to the issuer */
                state?: string;
                /** @description The reason of the issuer, without a code */
                error?: string;
            };
        };
        responses: {
            /** @description Success */
            302: {};
        };
    };
    getEngineFile: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/html": unknown;
                    "text/javascript": unknown;
                    "text/css": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/wasm": unknown;
                    "image/svg+xml": unknown;
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                    "image/x-icon": unknown;
                    "font/woff2": unknown;
                    "application/zip": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    getEditorFile: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/html": unknown;
                    "text/javascript": unknown;
                    "text/css": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/wasm": unknown;
                    "image/svg+xml": unknown;
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                    "image/x-icon": unknown;
                    "font/woff2": unknown;
                    "application/zip": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    listExampleTemplates: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["ExampleTemplates"];
                };
            };
        };
    };
    getExampleTemplate: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/html": unknown;
                    "text/javascript": unknown;
                    "text/css": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/wasm": unknown;
                    "image/svg+xml": unknown;
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                    "image/x-icon": unknown;
                    "font/woff2": unknown;
                    "application/zip": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    getStart: {
        responses: {
            /** @description Success */
            302: {};
        };
    };
    getStudioStart: {
        responses: {
            /** @description Success */
            302: {};
        };
    };
    getStudioFile: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/html": unknown;
                    "text/javascript": unknown;
                    "text/css": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/wasm": unknown;
                    "image/svg+xml": unknown;
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                    "image/x-icon": unknown;
                    "font/woff2": unknown;
                    "application/zip": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    getQueue: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["QueueResponse"];
                };
            };
        };
    };
    getMetrics: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/plain": unknown;
                };
            };
        };
    };
    getHealth: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getReadiness: {
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getDocs: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/html": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    getDocsPage: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The path of the file */
                key: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/html": unknown;
                    "text/markdown": unknown;
                    "text/css": unknown;
                    "text/javascript": unknown;
                    "application/json": unknown;
                    "image/webp": unknown;
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "image/svg+xml": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    getLlmsText: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    getLlmsFullText: {
        parameters: {
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
    getOpenApi: {
        parameters: {
            query?: {
                /** @description OpenAPI version: 3.0 is for client generators that cannot read 3.1 */
                version?: "3.1" | "3.0";
            };
            header?: {
                /** @description The ETag of an earlier response. If it is still current, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description Not modified */
            304: {};
        };
    };
}
