# todoman's
path = "adopt/todoman/*"
date_format = "%Y-%m-%d"
default_list = "tasks"
default_due = 48
cache_path = root + "/cache"
