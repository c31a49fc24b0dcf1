"""OpenStack Swift with its S3 API as one process: proxy, account, container and object server on
loopback, one replica, everything below the folder that is given. Prints its port when it listens.

Usage: /usr/bin/python3 s3-server.py FOLDER
"""
import os
import sys

import eventlet
import eventlet.wsgi

eventlet.monkey_patch()
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

FOLDER = os.path.abspath(sys.argv[1])
CONF = os.path.join(FOLDER, 'conf')
DEVICES = os.path.join(FOLDER, 'devices')
os.makedirs(CONF)
os.makedirs(os.path.join(DEVICES, 'sda'))


def write(name, text):
    path = os.path.join(CONF, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n'
      '[storage-policy:0]\nname = default\ndefault = yes\n')
utils.set_swift_dir(CONF)


class NoCache:
    """Swift's authentication asks for a memcache; one that forgets is enough."""

    def get(self, *_args, **_options):
        return None

    def __getattr__(self, _name):
        return lambda *args, **options: None


def with_cache(app):
    def handle(env, start_response):
        env['swift.cache'] = NoCache()
        return app(env, start_response)
    return handle


def serve(app, sock):
    quiet = open(os.devnull, 'w')
    eventlet.spawn_n(eventlet.wsgi.server, sock, app, log=quiet, debug=False,
                     protocol=SwiftHttpProtocol, keepalive=True)


sockets = {name: eventlet.listen(('127.0.0.1', 0)) for name in ('account', 'container', 'object', 'proxy')}
common = f'''[DEFAULT]
swift_dir = {CONF}
devices = {DEVICES}
mount_check = false
log_facility = LOG_LOCAL0
log_level = CRITICAL
fallocate_reserve = 0
disable_fallocate = true
'''
for kind in ('account', 'container', 'object'):
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1',
                     'port': sockets[kind].getsockname()[1], 'device': 'sda'})
    builder.rebalance()
    builder.get_ring().save(os.path.join(CONF, f'{kind}.ring.gz'))
for kind in ('account', 'container', 'object'):
    path = write(f'{kind}-server.conf', f'{common}[pipeline:main]\npipeline = server\n'
                 f'[app:server]\nuse = egg:swift#{kind}\n')
    serve(loadapp(path), sockets[kind])
path = write('proxy-server.conf', common + '''
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth copy container-quotas slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# The only replica is never left out for a minute, as after ten slow answers on a busy machine.
error_suppression_limit = 1000000000
conn_timeout = 10
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_shop_owner = owner-secret .admin
user_shop_guest = guest-secret
[filter:copy]
use = egg:swift#copy
[filter:container-quotas]
use = egg:swift#container_quotas
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
''')
serve(with_cache(loadapp(path)), sockets['proxy'])
print(sockets['proxy'].getsockname()[1], flush=True)
# Ends with whoever started it.
eventlet.tpool.execute(sys.stdin.read)
os._exit(0)
