"""Uploads a template and renders a video with the Python client that OpenAPI Generator makes."""

import json
import sys
import time
import urllib.request

import framepress

base_url, client_id, client_secret, package, video = sys.argv[1:]

configuration = framepress.Configuration(host=base_url)
client = framepress.ApiClient(configuration)
templates = framepress.TemplatesApi(client)
sessions = framepress.RenderSessionsApi(client)

token = framepress.TokensApi(client).create_token(
    framepress.TokenRequest(
        grant_type="client_credentials",
        client_id=client_id,
        client_secret=client_secret,
    )
)
configuration.access_token = token.access_token

version = templates.create_template_style_version(file=package, name="Small").template_style_version
while version.status in ("processing", "demo_rendering"):
    time.sleep(0.05)
    version = templates.get_template_style_version(version.id).template_style_version
assert version.status == "edit_ready", version.report

mapping = {
    "template_style_version_id": version.id,
    "missing": "example",
    "resources": {"t_01": {"source": {"text": "Grüße, Zoë"}}},
}
session = sessions.create_render_session(
    framepress.RenderSessionCreate.from_dict(
        {
            "title": "From Python",
            "render": "preview",
            "metadata": {"from": "python"},
            "mapping": mapping,
        }
    ),
    idempotency_key="from-python",
).render_session
while session.status == "preview_rendering":
    time.sleep(0.05)
    session = sessions.get_render_session(session.id).render_session
assert session.status == "preview_rendered", session.errors

urllib.request.urlretrieve(session.video_url, video)
still = framepress.StillsApi(client).create_still(
    framepress.StillCreate.from_dict({"mapping": mapping, "at": 0.2, "format": "jpeg"})
)

titles = [one.title for one in sessions.list_render_sessions().render_sessions]
try:
    sessions.get_render_session("rs_unknown")
    unknown = None
except framepress.ApiException as error:
    unknown = [error.status, json.loads(error.body)["code"]]

print(
    json.dumps(
        {
            "status": session.status,
            "progress": session.render_progress,
            "metadata": session.metadata,
            "still": bytes(still[:3]).hex(),
            "titles": titles,
            "unknown": unknown,
        }
    )
)
